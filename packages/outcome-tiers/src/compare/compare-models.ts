import { isScored, type ModelResults, type ScoredResult } from '../score/results-file.ts';
import { artefactsOf, type Artefacts } from './artefacts.ts';
import { familiesOf, type Family, type FamilyGap } from './families.ts';
import { pairRows, type PairRow, type TestOptions } from './pairs.ts';
import { passesAt, summariesOf, type Summary } from './summaries.ts';
import { withinTicket, type CommonTable, type WithinTicket } from './within-ticket.ts';

/**
 * The threshold of the study, and the two that, according to the study, do not change the order.
 */
export const THRESHOLDS = [0.1, 0.15, 0.2] as const;

interface ThresholdRow {
  readonly model: string;
  /** Number of passes by threshold, in the order of `THRESHOLDS`. */
  readonly passes: readonly number[];
  /** Rank of the model at each threshold. Models with equally many passes share a rank. */
  readonly places: readonly number[];
}

export interface TierComparison {
  readonly models: readonly Summary[];
  readonly tiers: readonly Summary[];
  readonly thresholds: readonly ThresholdRow[];
  readonly within: WithinTicket | undefined;
  readonly families: readonly Family[];
  readonly gaps: readonly FamilyGap[];
  readonly pairs: readonly PairRow[];
  readonly artefacts: readonly Artefacts[];
}

export interface CompareOptions extends TestOptions {
  /** Family by model, for models whose name does not indicate it. */
  readonly families: ReadonlyMap<string, string>;
}

/** Computes all figures about one or several models. */
export function compareModels(
  models: readonly ModelResults[],
  options: CompareOptions,
): TierComparison {
  const scored = new Map(models.map(({ model, results }) => [model, results.filter(isScored)]));
  const summaries = summariesOf(models, false);
  const means = new Map(
    summaries.flatMap(({ model, overlap_mean }) =>
      overlap_mean === null ? [] : [[model, overlap_mean] as const],
    ),
  );
  return {
    models: summaries,
    tiers: summariesOf(models, true),
    thresholds: thresholdRows(scored),
    within: withinTicket(commonTable(scored)),
    ...familiesOf(means, options.families),
    pairs: pairRows(scored, options),
    artefacts: models.map(artefactsOf),
  };
}

function thresholdRows(
  scored: ReadonlyMap<string, readonly ScoredResult[]>,
): readonly ThresholdRow[] {
  const rows = [...scored].map(([model, results]) => ({
    model,
    passes: THRESHOLDS.map((threshold) => passesAt(results, threshold)),
  }));
  return rows.map((row) => ({
    ...row,
    places: row.passes.map(
      (passes, at) => 1 + rows.filter((other) => (other.passes[at] ?? 0) > passes).length,
    ),
  }));
}

function commonTable(scored: ReadonlyMap<string, readonly ScoredResult[]>): CommonTable {
  const columns = [...scored.values()].map(
    (results) => new Map(results.map(({ key, token_overlap }) => [key, token_overlap])),
  );
  const [first] = columns;
  const keys = [...(first?.keys() ?? [])].filter((key) => columns.every((one) => one.has(key)));
  const overlaps = keys.map((key) => columns.map((one) => one.get(key) ?? 0));
  return { keys, models: [...scored.keys()], overlaps };
}
