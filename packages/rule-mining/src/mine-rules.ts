import type { RulesetSide, Witness } from '@refbench/contracts';
import type { AstGrepRule, ScanOptions, SourceFile } from '@refbench/rule-engine';
import type { CoveredLines } from '@refbench/rulesets';
import { measureCandidates, type Measured } from './candidates/measure.ts';
import { encloseCandidates } from './candidates/enclosing.ts';
import { scopeMeasured } from './candidates/path-scope.ts';
import { proposeCandidates } from './candidates/propose.ts';
import type { Change, ChangeSide } from './change/change.ts';
import { collectFragments, type Fragment } from './patterns/fragment.ts';
import { chooseRules } from './selection/choose-rules.ts';

/** Finds matches in the files that did not change. */
type ScanUnchanged = (
  rules: readonly AstGrepRule[],
) => Promise<ReadonlyMap<string, readonly Witness[]>>;

export interface MineOptions {
  readonly change: Change;
  /** The most rules of each side. */
  readonly limit: number;
  /** More files of base, which no additive rule may match. */
  readonly otherBase?: readonly SourceFile[] | undefined;
  /** Without it, only changed files decide about the contract. */
  readonly scanUnchanged?: ScanUnchanged | undefined;
  readonly scan?: ScanOptions | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** The rules of one side, and what became of the other candidates. */
export interface MinedSide {
  readonly rules: readonly Measured[];
  readonly candidates: number;
  /** Candidates that also match the other tree. */
  readonly leaking: number;
  readonly fragments: number;
}

export type MinedRules = Readonly<Record<RulesetSide, MinedSide>>;

/** Mines the rules of both sides of a change. */
export async function mineRules(options: MineOptions): Promise<MinedRules> {
  const { base, golden } = options.change;
  const before = collectFragments(base);
  const after = collectFragments(golden);
  options.onProgress?.(`${before.length} old and ${after.length} new fragments`);
  return {
    additive: await mineSide('additive', { own: golden, other: base }, after, before, options),
    reductive: await mineSide('reductive', { own: base, other: golden }, before, after, options),
  };
}

/** So many times the wanted rules are checked in files that did not change. */
const RESERVE = 2;

interface Sides {
  readonly own: ChangeSide;
  readonly other: ChangeSide;
}

async function mineSide(
  side: RulesetSide,
  sides: Sides,
  own: readonly Fragment[],
  other: readonly Fragment[],
  options: MineOptions,
): Promise<MinedSide> {
  const { onProgress } = options;
  const proposed = proposeCandidates(side, own, other);
  onProgress?.(`${side}: ${proposed.length} candidates`);
  const ownFiles = [...sides.own.files.values()];
  const known = side === 'additive' ? (options.otherBase ?? []) : [];
  const otherFiles = [...sides.other.files.values(), ...known];
  const scan = options.scan ?? {};
  const first = await measureCandidates(proposed, ownFiles, otherFiles, scan);
  const sound = first.filter((one) => one.other.length === 0);
  const scoped = await scopeMeasured(first);
  onProgress?.(
    `${side}: ${sound.length} hold in the changed files, ${scoped.length} in some of them`,
  );
  const changed = changedLines(sides.own);
  const likely = chooseRules([...sound, ...scoped], { changed, limit: options.limit * RESERVE });
  const { clean, leaking } = await checkUnchanged(likely, options.scanUnchanged);
  onProgress?.(`${side}: ${leaking.length} also match files that did not change`);
  // Whatever encloses a match of a sound rule is sound, too.
  const wider = encloseCandidates(clean.filter(isPlain), sides.own);
  const enclosing = await measureCandidates(wider, ownFiles, 'none', scan);
  const all = [...clean, ...(await scopeMeasured(leaking)), ...enclosing];
  const rules = chooseRules(all, { changed, limit: options.limit });
  return {
    rules,
    candidates: first.length,
    leaking: first.length - sound.length,
    fragments: own.length,
  };
}

interface Checked {
  readonly clean: readonly Measured[];
  /** With their matches in files that did not change. */
  readonly leaking: readonly Measured[];
}

/** Files that did not change are part of both trees, so a rule must not match there. */
async function checkUnchanged(
  measured: readonly Measured[],
  scanUnchanged: ScanUnchanged | undefined,
): Promise<Checked> {
  if (scanUnchanged === undefined) return { clean: measured, leaking: [] };
  const rules = measured.map(({ rule }, index) => ({ ...rule, id: String(index) }));
  const found = await scanUnchanged(rules);
  const all = measured.map((one, index) => ({ ...one, other: found.get(String(index)) ?? [] }));
  return {
    clean: all.filter(({ other }) => other.length === 0),
    leaking: all.filter(({ other }) => other.length > 0),
  };
}

function isPlain({ candidate: { files, ignores, isTelling } }: Measured): boolean {
  return isTelling && files === undefined && ignores === undefined;
}

/** The changed lines of a side, as the rule engine writes covered lines. */
export function changedLines(side: ChangeSide): CoveredLines {
  return new Set(side.lines.map(({ path, line }) => `${path}\0${line}`));
}
