import type { RulesetSide } from '@refbench/contracts';
import { coveredLines } from '@refbench/rulesets';
import { type ContextScan, type Ruleset } from '@refbench/rule-engine';
import { byRule } from '../candidates/measure.ts';
import type { Change } from '../change/change.ts';
import { changedLines } from '../mine-rules.ts';
import type { CoveredCount } from '../suggest/suggest-rules.ts';

/** Lines of golden's diff that the rules of each side match. */
export type RulesetCoverage = Readonly<Record<RulesetSide | 'total', CoveredCount>>;

/** @param scans the matches of all rules of the ruleset on both trees */
export function rulesetCoverage(
  ruleset: Ruleset,
  change: Change,
  scans: ContextScan,
): RulesetCoverage {
  const own = {
    additive: byRule(scans.golden.witnesses),
    reductive: byRule(scans.base.witnesses),
  };
  const lines = { additive: changedLines(change.golden), reductive: changedLines(change.base) };
  const covered = (side: RulesetSide): CoveredCount => {
    const found = coveredLines(ruleset[side].flatMap(({ id }) => own[side].get(id) ?? []));
    return {
      covered: [...lines[side]].filter((line) => found.has(line)).length,
      total: lines[side].size,
    };
  };
  const [additive, reductive] = [covered('additive'), covered('reductive')];
  return {
    additive,
    reductive,
    total: {
      covered: additive.covered + reductive.covered,
      total: additive.total + reductive.total,
    },
  };
}
