import { countOf } from '@refbench/base';
import type { DryRun } from '@refbench/contracts';
import type { PriceTable } from '@refbench/models';
import type { Submission } from '../submission/submission.ts';
import type { EarlierAttempt } from './earlier-attempts.ts';

type AgentEstimate = DryRun['agents'][number];

interface EstimateRequest {
  readonly submission: Pick<Submission, 'name' | 'model'>;
  readonly attempts: number;
  readonly mode: string;
  readonly earlier: readonly EarlierAttempt[];
  /** Undefined if no agent of the run needs a model. */
  readonly prices: Pick<PriceTable, 'priceOf'> | undefined;
}

/**
 * Estimates the attempts of an agent from its earlier ones in the same mode: with the same model,
 * or else with another one, whose cost is scaled by price. Figures are null if there are none.
 */
export function estimateAgent(request: EstimateRequest): AgentEstimate {
  const { submission, attempts, mode, earlier, prices } = request;
  const own = earlier.filter((one) => one.agent === submission.name && one.mode === mode);
  const model = submission.model?.name;
  const same = own.filter((one) => one.model === model);
  const basis = same.length > 0 ? same : own;
  const costs = basis.flatMap((one) => costWith(one, model, prices) ?? []);
  const usdPerAttempt = model === undefined ? 0 : mean(costs);
  const minutes = mean(basis.map(({ durationMs }) => durationMs / 60_000));
  return {
    agent: submission.name,
    model: model ?? null,
    attempts,
    basis: basis.length,
    basis_text: textOf(basis, same.length > 0),
    minutes_per_attempt: minutes,
    usd_per_attempt: usdPerAttempt,
    usd: usdPerAttempt === null ? null : usdPerAttempt * attempts,
  };
}

function textOf(basis: readonly EarlierAttempt[], isSame: boolean): string {
  if (basis.length === 0) return 'no basis: no earlier attempt of this agent in this mode';
  const places = new Set(basis.map(({ instance }) => instance)).size;
  const attempts = `${countOf(basis.length, 'earlier attempt')} on ${countOf(places, 'instance')}`;
  if (isSame) return attempts;
  const models = [...new Set(basis.map(({ model }) => model ?? 'no model'))].join(', ');
  return `${attempts} with ${models}, cost scaled by price`;
}

/** Computes the cost of an earlier attempt with another model, from its token usage. */
function costWith(
  { usage, model: earlierModel }: EarlierAttempt,
  model: string | undefined,
  prices: Pick<PriceTable, 'priceOf'> | undefined,
): number | undefined {
  if (usage === undefined) return undefined;
  if (model === earlierModel || model === undefined) return usage.usd;
  const [then, now] = [earlierModel, model].map((name) =>
    name === undefined ? undefined : prices?.priceOf(name)?.usd_per_million,
  );
  if (then === undefined || now === undefined) return undefined;
  const listPrice = (rates: { readonly input: number; readonly output: number }): number =>
    rates.input * usage.input_tokens + rates.output * usage.output_tokens;
  return listPrice(then) === 0 ? undefined : (usage.usd * listPrice(now)) / listPrice(then);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
