import type { Witness } from '@refbench/contracts';
import { comparePlaces, type Comparison } from './compare-places.ts';
import type { OpengrepRule, PairOfCounts } from './rule-files.ts';

/** What an engine found of one rule, or why its matches are not known. */
export type EngineAnswer =
  | {
      readonly kind: 'matches';
      readonly base: readonly Witness[];
      readonly golden: readonly Witness[];
    }
  | { readonly kind: 'failed'; readonly reason: string };

export interface RuleEvidence {
  /** Failed where the rule cannot be compiled. */
  readonly native: EngineAnswer;
  /** Undefined where no program is installed or wanted. */
  readonly external: EngineAnswer | undefined;
}

export type RuleStatus = 'native' | 'external' | 'unsupported';

export interface VerifiedRule {
  readonly rule: OpengrepRule;
  readonly status: RuleStatus;
  /** Why it is not native; for a native rule, what it was verified by. */
  readonly reason: string;
  readonly counts: {
    readonly published: PairOfCounts | null;
    readonly native: PairOfCounts | null;
    readonly external: PairOfCounts | null;
  };
  /** Native against the program, on both trees; undefined where one of them gave no answer. */
  readonly comparison: PairOfComparisons | undefined;
}

interface PairOfComparisons {
  readonly base: Comparison;
  readonly golden: Comparison;
}

/**
 * Which engine may run a rule. Native only where nothing contradicts it: the places of the program
 * where it ran, else the published counts; a rule without either is never guessed. Of the published
 * taint rules that differ in a place, half have the same counts all the same: they need the program.
 */
export function verifyRule(rule: OpengrepRule, evidence: RuleEvidence): VerifiedRule {
  const { native, external } = evidence;
  const comparison = comparisonOf(native, external);
  const counts = {
    published: rule.published ?? null,
    native: countsOf(native),
    external: external === undefined ? null : countsOf(external),
  };
  const verdict = (status: RuleStatus, reason: string): VerifiedRule => ({
    rule,
    status,
    reason,
    counts,
    comparison,
  });
  const doubt = doubtOf(rule, evidence, comparison);
  if (doubt === undefined) {
    return verdict('native', comparison === undefined ? 'published counts' : 'places of matches');
  }
  if (external === undefined)
    return verdict('unsupported', `${doubt}; no program is there to run it`);
  if (external.kind === 'failed') return verdict('unsupported', `${doubt}; ${external.reason}`);
  return verdict('external', doubt);
}

/** Why the native engine may not run the rule; undefined where it may. */
function doubtOf(
  rule: OpengrepRule,
  { native }: RuleEvidence,
  comparison: PairOfComparisons | undefined,
): string | undefined {
  if (native.kind === 'failed') return native.reason;
  if (comparison !== undefined) {
    const missing = comparison.base.missing.length + comparison.golden.missing.length;
    const extra = comparison.base.extra.length + comparison.golden.extra.length;
    if (missing + extra === 0) return undefined;
    return `the native engine misses ${missing} matches and has ${extra} too many`;
  }
  const { published } = rule;
  if (published === undefined)
    return 'there are no published counts and no program to verify it by';
  if (rule.definition['mode'] === 'taint') return 'counts alone do not verify where data flows';
  const base = native.base.length;
  const golden = native.golden.length;
  if (published.base === base && published.golden === golden) return undefined;
  return `the native engine counts ${base} and ${golden}, published are ${published.base} and ${published.golden}`;
}

function comparisonOf(
  native: EngineAnswer,
  external: EngineAnswer | undefined,
): PairOfComparisons | undefined {
  if (native.kind !== 'matches' || external?.kind !== 'matches') return undefined;
  return {
    base: comparePlaces(native.base, external.base),
    golden: comparePlaces(native.golden, external.golden),
  };
}

function countsOf(answer: EngineAnswer): PairOfCounts | null {
  if (answer.kind === 'failed') return null;
  return { base: answer.base.length, golden: answer.golden.length };
}
