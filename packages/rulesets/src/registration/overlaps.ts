import type { RulesetSide } from '@refbench/contracts';
import type { ContextScan, Ruleset } from '@refbench/rule-engine';
import { coveredLines, jaccard, MAX_OVERLAP } from './line-overlap.ts';

/** Two rules of a side that cover the same lines. */
export interface Overlap {
  readonly side: RulesetSide;
  readonly rules: readonly [string, string];
  readonly jaccard: number;
}

/** Finds all pairs above the limit, on golden for additive and on base for reductive rules. */
export function findOverlaps(ruleset: Ruleset, scans: ContextScan): readonly Overlap[] {
  return (['additive', 'reductive'] as const).flatMap((side) => {
    const { witnesses } = scans[side === 'additive' ? 'golden' : 'base'];
    const covered = ruleset[side].map(({ id }) => ({
      id,
      lines: coveredLines(witnesses.filter(({ rule }) => rule === id)),
    }));
    return covered.flatMap((left, index) =>
      covered.slice(index + 1).flatMap((right) => {
        const share = jaccard(left.lines, right.lines);
        return share > MAX_OVERLAP
          ? [{ side, rules: [left.id, right.id] as const, jaccard: share }]
          : [];
      }),
    );
  });
}
