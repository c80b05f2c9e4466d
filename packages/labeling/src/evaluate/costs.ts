import { usdOfCall, type ModelPrice } from '@refbench/models';
import type { PassRecord } from '../run/pass-record.ts';

export interface RecordedCosts {
  readonly instances: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
  readonly seconds: number;
  /** Means over instances. Null without instances. */
  readonly perInstance: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly usd: number;
    readonly seconds: number;
  } | null;
}

/** Sums up all recorded passes, including failed ones, because each incurred cost. */
export function recordedCosts(passes: readonly PassRecord[]): RecordedCosts {
  const instances = new Set(passes.map(({ instance }) => instance)).size;
  const sum = (figure: (pass: PassRecord) => number): number =>
    passes.reduce((total, pass) => total + figure(pass), 0);
  const totals = {
    calls: sum(({ calls }) => calls),
    inputTokens: sum((pass) => pass.input_tokens),
    cachedTokens: sum((pass) => pass.cached_tokens),
    outputTokens: sum((pass) => pass.output_tokens),
    usd: sum(({ usd }) => usd),
    seconds: sum(({ seconds }) => seconds),
  };
  const { inputTokens, outputTokens, usd, seconds } = totals;
  return {
    instances,
    ...totals,
    perInstance:
      instances === 0
        ? null
        : {
            inputTokens: inputTokens / instances,
            outputTokens: outputTokens / instances,
            usd: usd / instances,
            seconds: seconds / instances,
          },
  };
}

export interface OtherModelCost {
  readonly model: string;
  /** By this date (ISO), the provider no longer charged this price. Null if it still holds. */
  readonly ended: string | null;
  /**
   * Cost of the tokens of this run at the prices of the model, with the same share of cached
   * tokens.
   */
  readonly usd: number;
  /** Cost without any caching. */
  readonly withoutCacheUsd: number;
}

/**
 * Estimates the cost of the same tokens with other models. Their tokenizers would produce different
 * numbers of tokens.
 */
export function costElsewhere(
  passes: readonly PassRecord[],
  models: readonly { readonly model: string; readonly price: ModelPrice }[],
): readonly OtherModelCost[] {
  return models
    .map(({ model, price }) => {
      let [usd, withoutCacheUsd] = [0, 0];
      for (const pass of passes) {
        // Assumes that the calls of a pass have equal size. Prices can depend on the context length
        // of a call.
        const calls = Math.max(1, pass.calls);
        const inputTokens = pass.input_tokens / calls;
        const outputTokens = pass.output_tokens / calls;
        const cachedTokens = pass.cached_tokens / calls;
        usd += calls * usdOfCall(price, { inputTokens, cachedTokens, outputTokens });
        withoutCacheUsd += calls * usdOfCall(price, { inputTokens, outputTokens });
      }
      return { model, ended: price.ended ?? null, usd, withoutCacheUsd };
    })
    .sort((left, right) => left.usd - right.usd || (left.model < right.model ? -1 : 1));
}

export interface HumanCostInput {
  readonly instances: number;
  /** Annotators per instance. */
  readonly annotators: number;
  /** Dollars per hour of an annotator. */
  readonly hourlyUsd: number;
  /** Minutes of one annotator per instance. */
  readonly minutes: number;
  /** Uncertainty of rate and minutes, as a share: 0.1 for ten percent. */
  readonly uncertainty: number;
}

export interface HumanCost {
  readonly usd: number;
  readonly lowUsd: number;
  readonly highUsd: number;
}

/**
 * Computes n x m x (c + eta c) x (t + eta t) / 60 for eta = 0 and for plus and minus the
 * uncertainty.
 */
export function humanCost(input: HumanCostInput): HumanCost {
  const { instances, annotators, hourlyUsd, minutes, uncertainty } = input;
  const cost = (eta: number): number =>
    (instances * annotators * (hourlyUsd * (1 + eta)) * (minutes * (1 + eta))) / 60;
  return { usd: cost(0), lowUsd: cost(-uncertainty), highUsd: cost(uncertainty) };
}
