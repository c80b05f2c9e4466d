import type { RulesetSide, Witness } from '@refbench/contracts';
import type { AstGrepRule, ScanOptions, SourceFile } from '@refbench/rule-engine';
import type { CoveredLines } from '@refbench/rulesets';
import { measureCandidates, type Measured } from './candidates/measure.ts';
import type { Candidate } from './candidates/candidate.ts';
import { classScoped } from './candidates/class-scope.ts';
import { encloseCandidates } from './candidates/enclosing.ts';
import { fragmentsThatLeft, functionScoped } from './candidates/function-scope.ts';
import { functionsOf } from './candidates/named-containers.ts';
import { isFolderGlob, scopeMeasured } from './candidates/path-scope.ts';
import { proposeCandidates, proposeMoved, proposeSingle } from './candidates/propose.ts';
import type { Change, ChangeSide, Sides } from './change/change.ts';
import { rearrangedFiles, withoutMovedLines } from './change/moved-code.ts';
import { collectFragments, type Fragment } from './patterns/fragment.ts';
import { movedFragments, withoutMovedFragments } from './patterns/moved-fragments.ts';
import { areEnough, chooseRules } from './selection/choose-rules.ts';
import { standingsOf, type TaskNames } from './selection/task-names.ts';

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
  /** What the task tells, if there is one: it decides which rules come first. */
  readonly task?: TaskNames | undefined;
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
  const reductive = await mineSide(
    'reductive',
    { own: base, other: golden },
    before,
    after,
    options,
  );
  const additive = await mineSide('additive', { own: golden, other: base }, after, before, {
    ...options,
    limit: Math.min(options.limit, additiveLimit(reductive.rules.length)),
  });
  return { additive, reductive };
}

const LEAST_ADDITIVE = 30;

/**
 * What must go is the same in every solution; what replaces it often has a name of its own. So there are
 * fewer additive rules than reductive ones, unless there are few of both.
 */
function additiveLimit(reductive: number): number {
  return Math.max(LEAST_ADDITIVE, Math.round(reductive / 2));
}

/** So many times the wanted rules are checked in files that did not change. */
const RESERVE = 2;

async function mineSide(
  side: RulesetSide,
  sides: Sides,
  own: readonly Fragment[],
  other: readonly Fragment[],
  options: MineOptions,
): Promise<MinedSide> {
  const { onProgress } = options;
  const fresh = withoutMovedFragments(own, other);
  const proposed = [
    ...proposeCandidates(side, fresh, other),
    ...movedCandidates(side, sides, movedFragments(own, other, fresh)),
  ];
  onProgress?.(`${side}: ${proposed.length} candidates`);
  const ownFiles = [...sides.own.files.values()];
  const known = side === 'additive' ? (options.otherBase ?? []) : [];
  const otherFiles = [...sides.other.files.values(), ...known];
  const scan = options.scan ?? {};
  const first = await measureCandidates(proposed, ownFiles, otherFiles, scan);
  const sound = first.filter((one) => one.other.length === 0);
  const scoped = (await scopeMeasured(first)).filter(holdsElsewhere(sides.other));
  const classes = classScoped(first, sides.own, sides.other);
  const inClasses = await measureCandidates(classes, ownFiles, otherFiles, scan);
  onProgress?.(
    `${side}: ${sound.length} hold in the changed files, ${scoped.length} in some of them`,
  );
  const changed = changedLines(sides.own);
  const news = changedLines(withoutMovedLines(sides.own, sides.other));
  const standingOf =
    options.task === undefined ? undefined : await standingsOf(side, proposed, options.task);
  const wanted = { changed, news, limit: options.limit, standingOf };
  const likely = chooseRules([...sound, ...scoped, ...inClasses], {
    ...wanted,
    limit: wanted.limit * RESERVE,
  });
  const { clean, leaking } = await checkUnchanged(likely, options.scanUnchanged);
  onProgress?.(`${side}: ${leaking.length} also match files that did not change`);
  // Whatever encloses a match of a sound rule is sound, too.
  const wider = encloseCandidates(clean.filter(isPlain), sides.own);
  const enclosing = await measureCandidates(wider, ownFiles, 'none', scan);
  const all = [...clean, ...(await scopeMeasured(leaking)), ...enclosing];
  let rules = chooseRules(all, wanted);
  if (!areEnough(rules, changed)) {
    const extracted = await extractedRules(side, sides, own, first, options);
    rules = chooseRules([...all, ...extracted], wanted);
  }
  return {
    rules,
    candidates: first.length,
    leaking: first.length - sound.length,
    fragments: own.length,
  };
}

/** Another solution has the files of base, but other new ones than golden. */
function holdsElsewhere({ files: known }: ChangeSide): (measured: Measured) => boolean {
  return ({ candidate: { files = [], side } }) =>
    side === 'reductive' || files.every((glob) => isFolderGlob(glob) || known.has(glob));
}

/** Rules about code that golden moves from one function to another. */
async function extractedRules(
  side: RulesetSide,
  sides: Sides,
  own: readonly Fragment[],
  measured: readonly Measured[],
  { scan = {}, scanUnchanged, otherBase = [] }: MineOptions,
): Promise<readonly Measured[]> {
  const ownFiles = [...sides.own.files.values()];
  const otherFiles = [...sides.other.files.values(), ...(side === 'additive' ? otherBase : [])];
  const functions = { own: functionsOf(sides.own), other: functionsOf(sides.other) };
  const left = proposeSingle(side, fragmentsThatLeft(own, functions));
  const all = [...measured, ...(await measureCandidates(left, ownFiles, otherFiles, scan))];
  const scoped = functionScoped(side, all, functions);
  const sound = (await measureCandidates(scoped, ownFiles, otherFiles, scan)).filter(
    ({ other }) => other.length === 0,
  );
  return (await checkUnchanged(sound, scanUnchanged)).clean;
}

/** Candidates for code that golden moves without changing it, and for copies that it merges. */
function movedCandidates(
  side: RulesetSide,
  sides: Sides,
  moved: readonly Fragment[],
): readonly Candidate[] {
  const files = rearrangedFiles(sides.own, sides.other);
  const inParts = moved.filter(({ file }) => files.has(file));
  const withFile = moved.filter(({ file }) => !files.has(file));
  return [
    ...proposeMoved(side, inParts).map((one) => ({ ...one, moved: 'parts' as const })),
    ...proposeMoved(side, withFile).map((one) => ({ ...one, moved: 'file' as const })),
  ];
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

function isPlain({ candidate: one }: Measured): boolean {
  const { category, files, ignores, inside, isTelling, moved } = one;
  if (category === 'name' || moved !== undefined || inside !== undefined) return false;
  return isTelling && files === undefined && ignores === undefined;
}

/** The changed lines of a side, as the rule engine writes covered lines. */
export function changedLines(side: ChangeSide): CoveredLines {
  return new Set(side.lines.map(({ path, line }) => `${path}\0${line}`));
}
