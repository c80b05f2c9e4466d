import { join } from 'node:path';
import type { RulesetSide, Witness } from '@refbench/contracts';
import { formatYaml, withLock, writeFileAtomic } from '@refbench/base';
import {
  isOpengrepDocument,
  scanCounts,
  type ContextScan,
  type ContextState,
  type Rule,
  type RuleContext,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { readCandidates, type Candidate } from './candidate.ts';
import { coveredLines, jaccard, MAX_OVERLAP, type CoveredLines } from './line-overlap.ts';
import { readRegistered } from './registered-rules.ts';
import type { CandidateVerdict, Leak, RefusalReason } from './verdict.ts';

/** If the match counts differ by more than this factor, a leaking rule is reported with an example. */
const MIN_RATIO = 10;

export interface RegisterOptions {
  readonly context: RuleContext;
  /** Folder of the ruleset with `additive/` and `reductive/`. It does not have to exist. */
  readonly rulesDir: string;
  /** Rule files in either dialect, one or more rules each. OpenGrep rules need `scan.engines`. */
  readonly paths: readonly string[];
  readonly side: RulesetSide;
  readonly scan?: TreeScanOptions | undefined;
  /** Only check the rules without writing them. */
  readonly dryRun?: boolean | undefined;
}

interface Registered {
  readonly id: string;
  readonly lines: CoveredLines;
}

/**
 * Checks candidates in order and writes the accepted ones to the ruleset. Later candidates are
 * compared with earlier accepted ones. Returns the verdicts in the order of the candidates.
 */
export async function registerRules(
  options: RegisterOptions,
): Promise<readonly CandidateVerdict[]> {
  return await withLock(join(options.rulesDir, '.lock'), 'ruleset', () => register(options));
}

async function register(options: RegisterOptions): Promise<readonly CandidateVerdict[]> {
  const { context, rulesDir, paths, side } = options;
  const present = await readRegistered(rulesDir);
  const candidates = await readCandidates(paths, side);
  const fresh = candidates.flatMap(({ rule }) => ('fault' in rule ? [] : [rule]));
  const state = stateOf(side);
  // Each rule gets a unique name, because candidates may have duplicate ids.
  const same = present.filter((rule) => rule.side === side);
  const scans = await context.scan(renamed([...same, ...fresh]), options.scan);
  const byRule = witnessesByRule(scans[state].witnesses);
  const registered: Registered[] = same.map(({ id }, index) => ({
    id,
    lines: coveredLines(byRule.get(String(index)) ?? []),
  }));
  const ids = new Set(present.map(({ id }) => id));
  const verdicts: CandidateVerdict[] = [];
  let next = same.length;
  for (const candidate of candidates) {
    const index = 'fault' in candidate.rule ? undefined : next++;
    const judged = { candidate, side, name: String(index), scans, ids, registered };
    const verdict = await judge(judged, context);
    verdicts.push(verdict);
    if (verdict.status === 'refused' || verdict.id === null) continue;
    ids.add(verdict.id);
    registered.push({ id: verdict.id, lines: coveredLines(byRule.get(String(index)) ?? []) });
    if (options.dryRun !== true) {
      const path = join(rulesDir, side, `${verdict.id}.yml`);
      await writeFileAtomic(path, formatYaml(candidate.document));
    }
  }
  return verdicts;
}

/** Returns the tree that the rules of a side must match. */
function stateOf(side: RulesetSide): ContextState {
  return side === 'additive' ? 'golden' : 'base';
}

function renamed(rules: readonly Rule[]): readonly Rule[] {
  return rules.map((rule, index) => ({ ...rule, id: String(index) }));
}

function witnessesByRule(witnesses: readonly Witness[]): ReadonlyMap<string, readonly Witness[]> {
  const byRule = new Map<string, Witness[]>();
  for (const witness of witnesses) {
    const others = byRule.get(witness.rule);
    if (others === undefined) byRule.set(witness.rule, [witness]);
    else others.push(witness);
  }
  return byRule;
}

interface Judged {
  readonly candidate: Candidate;
  readonly side: RulesetSide;
  /** The rule's name in the scans. */
  readonly name: string;
  readonly scans: ContextScan;
  readonly ids: ReadonlySet<string>;
  readonly registered: readonly Registered[];
}

async function judge(judged: Judged, context: RuleContext): Promise<CandidateVerdict> {
  const { candidate, side, name, scans, ids } = judged;
  const { rule, place } = candidate;
  const counts = { base: null, golden: null };
  const known = { id: idOf(candidate), place, side };
  if ('fault' in rule) return { ...known, counts, ...refused('invalid', rule.fault) };
  if (ids.has(rule.id)) {
    return { ...known, counts, ...refused('duplicate-id', `"${rule.id}" is already registered`) };
  }
  const countOn = (state: ContextState): number | null =>
    scanCounts([{ ...rule, id: name }], scans[state]).get(name) ?? null;
  const [base, golden] = [countOn('base'), countOn('golden')];
  const found = { ...known, counts: { base, golden } };
  if (base === null || golden === null) {
    const fault = engineFault(name, scans);
    return fault === undefined
      ? { ...found, ...refused('not-counted', failureOf(name, scans)) }
      : { ...found, ...refused('invalid', fault) };
  }
  const counted = { base, golden };
  const wanted = stateOf(side);
  const other = wanted === 'golden' ? 'base' : 'golden';
  if (counted[wanted] === 0) {
    const message = `${side} rules must match ${wanted}; this one matches nothing there`;
    return { ...found, ...refused('no-match', message) };
  }
  if (counted[other] > 0) {
    const message = `${side} rules must not match ${other}; this one matches ${counted[other]} there and ${counted[wanted]} on ${wanted}`;
    const verdict = { ...found, ...refused('leaks', message) };
    if (counted[wanted] <= MIN_RATIO * counted[other]) return verdict;
    const leak = await leakOf(name, other, scans, context);
    return leak === undefined ? verdict : { ...verdict, leak };
  }
  return { ...found, ...overlapOf(judged, wanted) };
}

function overlapOf(
  { name, scans, registered }: Judged,
  state: ContextState,
): Pick<CandidateVerdict, 'status' | 'reason' | 'message' | 'nearest'> {
  const own = coveredLines(scans[state].witnesses.filter(({ rule }) => rule === name));
  const [nearest] = registered
    .map(({ id, lines }) => ({ rule: id, jaccard: jaccard(own, lines) }))
    .sort((left, right) => right.jaccard - left.jaccard);
  const near = nearest === undefined || nearest.jaccard === 0 ? {} : { nearest };
  if (nearest !== undefined && nearest.jaccard > MAX_OVERLAP) {
    const message = `it covers the lines of "${nearest.rule}" (Jaccard ${nearest.jaccard.toFixed(3)} > ${MAX_OVERLAP})`;
    return { ...refused('overlap', message), ...near };
  }
  return {
    status: 'accepted',
    reason: null,
    message: 'it satisfies the contract on both trees',
    ...near,
  };
}

function refused(
  reason: RefusalReason,
  message: string,
): Pick<CandidateVerdict, 'status' | 'reason' | 'message'> {
  return { status: 'refused', reason, message };
}

/** Returns why OpenGrep cannot run a rule at all: an error of the rule that names no file. */
function engineFault(name: string, scans: ContextScan): string | undefined {
  const errors = [...scans.base.errors, ...scans.golden.errors];
  return errors.find(({ rule, file }) => rule === name && file === '')?.reason;
}

function failureOf(name: string, scans: ContextScan): string {
  for (const state of ['base', 'golden'] as const) {
    const error = scans[state].errors.find(({ rule }) => rule === name || rule === null);
    if (error !== undefined) return `on ${state}, ${error.file}: ${error.reason}`;
  }
  return 'the scan gave no count';
}

async function leakOf(
  name: string,
  state: ContextState,
  scans: ContextScan,
  context: RuleContext,
): Promise<Leak | undefined> {
  const witness = scans[state].witnesses.find(({ rule }) => rule === name);
  if (witness === undefined) return undefined;
  const { file, start, end } = witness;
  const text = (await context.read(state, file))?.toString('utf8').split('\n') ?? [];
  // Limited, because a match may span a whole file.
  const lines = text.slice(start.line - 1, Math.min(end.line, start.line + 9));
  return { state, file, start, end, text: lines.join('\n') };
}

function idOf({ document, rule }: Candidate): string | null {
  if (!('fault' in rule)) return rule.id;
  const own: unknown = isOpengrepDocument(document) ? document.rules[0] : document;
  const id = typeof own === 'object' && own !== null && 'id' in own && own.id;
  return typeof id === 'string' ? id : null;
}
