import { mean, sampleDeviation, tInterval, wilsonInterval, type Interval } from '@refbench/scoring';
import { STUDY_SETTINGS } from '../eval/settings.ts';
import { isScored, type ModelResults, type ScoredResult } from '../score/results-file.ts';

/** Figures of one model, over all answers or over those of one tier. */
export interface Summary {
  readonly model: string;
  /** Null for all tiers together. */
  readonly tier: string | null;
  /** Number of answers. */
  readonly n: number;
  /** Number of questions that failed. They are not part of any mean. */
  readonly failed: number;
  /** Number of questions that were not asked. They are not part of any mean. */
  readonly missing: number;
  readonly passes: number;
  readonly pass_rate: number | null;
  readonly pass_interval: Interval | null;
  readonly file_hits: number;
  readonly overlap_mean: number | null;
  /** Sample standard deviation (n - 1). */
  readonly overlap_sd: number | null;
  readonly overlap_interval: Interval | null;
  readonly input_mean: number | null;
  readonly output_mean: number | null;
  /** Null if the cost of a result is unknown. */
  readonly usd: number | null;
}

/** Returns one summary per model, or one per model and tier, in their order. */
export function summariesOf(models: readonly ModelResults[], byTier: boolean): readonly Summary[] {
  return models.flatMap((one) => {
    if (!byTier) return [summaryOf(one, null)];
    const tiers = [...new Set(one.results.map(({ tier }) => tier))];
    return tiers.map((tier) => summaryOf(one, tier));
  });
}

function summaryOf({ model, results }: ModelResults, tier: string | null): Summary {
  const own = results.filter((result) => tier === null || result.tier === tier);
  const scored = own.filter(isScored);
  const overlaps = scored.map((result) => result.token_overlap);
  const passes = scored.filter(({ pass }) => pass).length;
  const has = scored.length > 0;
  const costs = scored.map(({ usd }) => usd);
  return {
    model,
    tier,
    n: scored.length,
    failed: own.filter(({ status }) => status === 'failed').length,
    missing: own.filter(({ status }) => status === 'missing').length,
    passes,
    pass_rate: has ? passes / scored.length : null,
    pass_interval: wilsonInterval(passes, scored.length),
    file_hits: scored.filter((result) => result.file_hit).length,
    overlap_mean: has ? mean(overlaps) : null,
    overlap_sd: sampleDeviation(overlaps),
    overlap_interval: tInterval(overlaps),
    input_mean: has ? mean(scored.map((result) => result.input_tokens)) : null,
    output_mean: has ? mean(scored.map((result) => result.output_tokens)) : null,
    usd: costs.reduce<number | null>(
      (sum, usd) => (sum === null || usd === undefined ? null : sum + usd),
      0,
    ),
  };
}

/** Counts the answers that pass at a different threshold of overlap. */
export function passesAt(results: readonly ScoredResult[], threshold: number): number {
  return results.filter((result) => result.file_hit && overlapOf(result) >= threshold).length;
}

/** The exact overlap, if available. The files of the study have three decimals. */
function overlapOf({ shared_tokens, all_tokens, token_overlap }: ScoredResult): number {
  if (shared_tokens === undefined || all_tokens === undefined) return token_overlap;
  return all_tokens === 0 ? 0 : shared_tokens / all_tokens;
}

/** Returns whether an answer reached the maximum length, so that its end may be missing. */
export function isCapped({ stop, max_tokens, output_tokens }: ScoredResult): boolean {
  return stop === 'length' || output_tokens >= (max_tokens ?? STUDY_SETTINGS.openai.max_tokens);
}
