import { usdFromNano, type NanoUsd } from '../money.ts';
import { costOf } from '../prices/cost.ts';
import type { ModelPrice } from '../prices/price-schema.ts';
import { NO_USAGE, promptTokens, type Usage } from '../usage.ts';
import type { UsageRecord } from './usage-record.ts';

/**
 * The usage of one try. `nothing` means that the provider does not charge for the try. `undefined`
 * means that the usage is unknown or implausible, so the whole reservation is charged.
 */
export type ReportedUsage = Usage | 'nothing' | undefined;

/** What one try costs. */
export interface Charge {
  readonly usd: number;
  readonly nano: NanoUsd;
  readonly usage: Usage;
  readonly basis: UsageRecord['basis'];
  /** Present only if the provider reported more usage than the request allows. */
  readonly excess?: string;
}

/** The charge for a try without cost. */
export const NO_CHARGE: Charge = { usd: 0, nano: 0, usage: NO_USAGE, basis: 'nothing' };

/** Computes the charge. It never exceeds the reservation, which is the worst case of the request. */
export function chargeFor(price: ModelPrice, reserved: NanoUsd, usage: ReportedUsage): Charge {
  if (usage === 'nothing') return NO_CHARGE;
  const worst = { usd: usdFromNano(reserved), nano: reserved, usage: NO_USAGE } as const;
  if (usage === undefined) return { ...worst, basis: 'reservation' };
  const cost = costOf(price, usage);
  if (cost <= reserved) return { usd: usdFromNano(cost), nano: cost, usage, basis: 'usage' };
  const excess =
    `the provider reported ${promptTokens(usage)} input and ${usage.outputTokens} output tokens, ` +
    'more than the request allows';
  return { ...worst, basis: 'reservation', excess };
}
