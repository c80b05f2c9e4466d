import { wilsonInterval } from '@refbench/scoring';
import { wholePercent } from '@refbench/base';
import type { DrawnTier } from './draw-sample.ts';

/** Below this size, the interval of a rate of one half is wider than 35 points. */
const FEW = 30;
const MANY_YEARS = 10;

/** Returns warnings about the sample for readers of the results, one line each. */
export function sampleWarnings(
  drawn: readonly DrawnTier[],
  labelledTickets: number | null,
): readonly string[] {
  const sizes = drawn.flatMap(({ tier, entries }) => {
    if (entries.length === 0) return [`${tier}: the index contains no ticket of this tier`];
    if (entries.length >= FEW) return [];
    const half = wilsonInterval(Math.floor(entries.length / 2), entries.length);
    const range = half === null ? '' : `${wholePercent(half.low)} to ${wholePercent(half.high)}`;
    return [
      `${tier}: ${entries.length} tickets are too few: a pass rate of about one half would have a 95 % interval of ${range}`,
    ];
  });
  return [...sizes, ...dateLine(drawn), ...coverageLine(drawn, labelledTickets)];
}

function dateLine(drawn: readonly DrawnTier[]): readonly string[] {
  const times = drawn.flatMap(({ entries }) => entries.flatMap(({ time }) => time ?? []));
  if (times.length === 0) return [];
  const years = times.map((time) => new Date(time * 1_000).getUTCFullYear());
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const now = new Date().getUTCFullYear();
  const old = now - last >= MANY_YEARS ? `; the newest is ${now - last} years old` : '';
  return [`the commits date from ${first} to ${last}${old}; models may have seen them`];
}

function coverageLine(
  drawn: readonly DrawnTier[],
  labelledTickets: number | null,
): readonly string[] {
  if (labelledTickets === null || labelledTickets === 0) return [];
  const indexed = drawn.reduce((sum, { pool }) => sum + pool, 0);
  const share = ((indexed / labelledTickets) * 100).toFixed(1);
  return [
    `${indexed} of ${labelledTickets} labelled tickets (${share} %) have a commit in the index: tickets closed without code cannot be in the sample`,
  ];
}
