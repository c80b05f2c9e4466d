import type { RulesetSide } from '@refbench/contracts';
import { scanCounts, type ContextScan, type ContextState, type Rule } from '@refbench/rule-engine';

/**
 * The result of a rule on a tree, in ast-grep's terms. On the tree that it must match: `reported` or
 * `missing`. On the other tree: `validated` or `noisy`. Null if its matches could not be counted.
 */
type RuleOutcome = 'reported' | 'missing' | 'validated' | 'noisy' | null;

export interface RuleOutcomes {
  readonly rule: string;
  readonly side: RulesetSide;
  readonly base: RuleOutcome;
  readonly golden: RuleOutcome;
}

export function ruleOutcomes(rules: readonly Rule[], scans: ContextScan): readonly RuleOutcomes[] {
  const counts = { base: scanCounts(rules, scans.base), golden: scanCounts(rules, scans.golden) };
  return rules.map(({ id, side }) => {
    const on = (state: ContextState): RuleOutcome => {
      const count = counts[state].get(id) ?? null;
      if (count === null) return null;
      const wanted = (side === 'additive') === (state === 'golden');
      if (wanted) return count > 0 ? 'reported' : 'missing';
      return count === 0 ? 'validated' : 'noisy';
    };
    return { rule: id, side, base: on('base'), golden: on('golden') };
  });
}

/** Whether all rules pass: nothing is noisy, missing or uncounted. */
export function allSound(outcomes: readonly RuleOutcomes[]): boolean {
  const isSound = (outcome: RuleOutcome): boolean =>
    outcome === 'reported' || outcome === 'validated';
  return outcomes.every(({ base, golden }) => isSound(base) && isSound(golden));
}
