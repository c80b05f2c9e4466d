import type { ThreeWay, Witness } from '@refbench/contracts';
import type { ChangedLine } from './changed-line.ts';
import { lineCoverage } from './line-coverage.ts';
import { nullReasons, type SideSentences } from './null-reasons.ts';
import { share } from './share.ts';
import { substantiveLines, type KnownComments } from './substantive-lines.ts';

export interface PrecisionInput {
  /** Lines that the patch adds, and lines it removes, unfiltered, in any order. */
  readonly added: Iterable<ChangedLine>;
  readonly removed: Iterable<ChangedLine>;
  /** Witnesses of additive rules on the patched tree. */
  readonly additive: Iterable<Witness>;
  /** Witnesses of reductive rules on base. */
  readonly reductive: Iterable<Witness>;
  /** Comment-only lines by syntax tree, where there is one. */
  readonly comments?: KnownComments | undefined;
}

export interface LineCount {
  readonly covered: number;
  readonly total: number;
}

export interface Precision {
  readonly value: ThreeWay;
  readonly counts: { readonly additive: LineCount; readonly reductive: LineCount };
  /** Path of each null, as score.json names it (`precision.additive`), to one sentence. */
  readonly reasons: Readonly<Record<string, string>>;
}

/**
 * Prec+ = share of the added lines that additive witnesses cover, Prec- = share of the removed lines
 * that reductive witnesses cover, Prec = both weighted by their number of lines; after the filter of
 * `substantiveLines`. Each in 0..1, null with a reason where the patch has no such line.
 * Source: CodeTaste (v2), precision.
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
  additive: 'the patch adds no line of source code',
  reductive: 'the patch removes no line of source code',
  total: 'the patch changes no line of source code',
};
