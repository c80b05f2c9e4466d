import type { Table } from '@refbench/reports';
import { mean, tHalfWidth } from '@refbench/scoring';
import type { MeasuredPatch } from './read-patches.ts';

/** The mean of a figure over the patches that have it. */
interface Figure {
  readonly n: number;
  /** Null without a patch that has the figure. */
  readonly mean: number | null;
  /** Half the width of Student's 95 % interval. Null for fewer than two patches. */
  readonly halfWidth: number | null;
}

/** One row of Table 6 of the CodeTaste paper. */
export interface AgentSizes {
  readonly agent: string;
  readonly patches: number;
  readonly precision: Figure;
  readonly precisionAdditive: Figure;
  readonly precisionReductive: Figure;
  /** Changed, added and removed lines after the filter of lines. */
  readonly lines: Figure;
  readonly added: Figure;
  readonly removed: Figure;
}

/** Computes the rows of Table 6: precision and size of patches by agent. */
export function agentSizes(patches: readonly MeasuredPatch[]): readonly AgentSizes[] {
  const agents = [...new Set(patches.map(({ agent }) => agent))].sort();
  return agents.map((agent) => {
    const own = patches.filter((patch) => patch.agent === agent);
    const figure = (valueOf: (patch: MeasuredPatch) => number | null): Figure => {
      const values = own.map(valueOf).filter((value) => value !== null);
      if (values.length === 0) return { n: 0, mean: null, halfWidth: null };
      return { n: values.length, mean: mean(values), halfWidth: tHalfWidth(values) };
    };
    return {
      agent,
      patches: own.length,
      precision: figure(({ precision, hasAdditive, hasReductive }) =>
        hasAdditive && hasReductive ? precision.value.total : null,
      ),
      precisionAdditive: figure(({ precision, hasAdditive }) =>
        hasAdditive ? precision.value.additive : null,
      ),
      precisionReductive: figure(({ precision, hasReductive }) =>
        hasReductive ? precision.value.reductive : null,
      ),
      lines: figure(({ precision: { counts } }) => counts.additive.total + counts.reductive.total),
      added: figure(({ precision: { counts } }) => counts.additive.total),
      removed: figure(({ precision: { counts } }) => counts.reductive.total),
    };
  });
}

/** Formats the rows as the paper prints them. Precision is in per cent. */
export function sizesTable(rows: readonly AgentSizes[]): Table {
  return {
    id: 'patch-sizes',
    title: 'Precision and size of patches (Table 6)',
    head: ['agent', 'n', 'Prec', 'Prec+', 'Prec-', '|L|', '|L+|', '|L-|'],
    rows: rows.map((row) => [
      row.agent,
      String(row.patches),
      cell(row.precision, 100),
      cell(row.precisionAdditive, 100),
      cell(row.precisionReductive, 100),
      cell(row.lines),
      cell(row.added),
      cell(row.removed),
    ]),
    notes: [
      "|L|, |L+| and |L-|: changed, added and removed lines after the filter of lines. ± is half of Student's 95 % interval. A dash means that the matches of the rules are missing.",
      'Without the trees, comments are recognised by the text of a line. A run of refbench looks them up in the syntax tree, so its figures can differ slightly.',
    ],
  };
}

function cell({ mean: value, halfWidth }: Figure, factor = 1): string {
  if (value === null) return '-';
  const half = halfWidth === null ? '' : ` ±${(halfWidth * factor).toFixed(1)}`;
  return `${(value * factor).toFixed(1)}${half}`;
}
