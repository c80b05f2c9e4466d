import type { ThreeWay, Witness } from '@refbench/contracts';
import type { ChangedLine } from './changed-line.ts';
import { lineCoverage } from './line-coverage.ts';
import { nullReasons, type SideSentences } from './null-reasons.ts';
import { share } from './share.ts';
import { substantiveLines, type KnownComments } from './substantive-lines.ts';

/** Input of `precision`. */
export interface PrecisionInput {
  /** All lines that the patch adds and removes, unfiltered, in any order. */
  readonly added: Iterable<ChangedLine>;
  readonly removed: Iterable<ChangedLine>;
  /** Witnesses of additive rules on the patched tree. */
  readonly additive: Iterable<Witness>;
  /** Witnesses of reductive rules on base. */
  readonly reductive: Iterable<Witness>;
  /** Looks up comment-only lines in the syntax tree, where one is available. */
  readonly comments?: KnownComments | undefined;
}

/** The number of covered lines and of all lines. */
interface LineCount {
  readonly covered: number;
  readonly total: number;
}

/** The result of `precision`. */
export interface Precision {
  readonly value: ThreeWay;
  readonly counts: { readonly additive: LineCount; readonly reductive: LineCount };
  /** Explanation of each null, by its path in score.json, e.g. `precision.additive`. */
  readonly reasons: Readonly<Record<string, string>>;
}

/**
 * Precision: Prec+ is the share of added lines that witnesses of additive rules cover, Prec- the share
 * of removed lines that witnesses of reductive rules cover, and Prec the share over all lines. Only the
 * lines that `substantiveLines` keeps are counted.
 * Source: CodeTaste (v2), precision.
 * @returns ratios in 0..1, the line counts, and a reason for each ratio that is null
 */
export function precision(input: PrecisionInput): Precision {
  const lines = substantiveLines(input.added, input.removed, input.comments);
  const additive = countCovered(lines.added, input.additive);
  const reductive = countCovered(lines.removed, input.reductive);
  const value = {
    additive: share(additive.covered, additive.total),
    reductive: share(reductive.covered, reductive.total),
    total: share(additive.covered + reductive.covered, additive.total + reductive.total),
  };
  return {
    value,
    counts: { additive, reductive },
    reasons: nullReasons('precision', value, ABSENT),
  };
}

function countCovered(lines: readonly ChangedLine[], witnesses: Iterable<Witness>): LineCount {
  const covers = lineCoverage(witnesses);
  return {
    covered: lines.filter((line) => covers(line.path, line.line)).length,
    total: lines.length,
  };
}

const ABSENT: SideSentences = {
  additive: 'the patch adds no lines of source code',
  reductive: 'the patch removes no lines of source code',
  total: 'the patch changes no lines of source code',
};
