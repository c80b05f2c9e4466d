import type { Gateway } from '@refbench/models';

/**
 * Returns the dollars that earlier tries of one of the independent attempts have spent. Each of these
 * attempts has a budget of its own.
 * @param prefix name of the run, the instance and the agent in the ledger, without a slash at its end
 * @param repeat number of the independent attempt, from 1
 */
export function spentBefore(
  gateway: Pick<Gateway, 'spentUsd'> | undefined,
  prefix: string,
  repeat: number,
): number {
  if (gateway === undefined) return 0;
  const others = `${prefix}/repeat-`;
  // Tries of the first one have plain numbers. The difference of two sums of dollars can be a tiny rest.
  return repeat === 1
    ? Math.max(0, roundToNano(gateway.spentUsd(`${prefix}/`) - gateway.spentUsd(others)))
    : gateway.spentUsd(`${others}${repeat}-`);
}

function roundToNano(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}
