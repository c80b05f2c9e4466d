import { RATES, type Metric } from '../figures.ts';
import { largest, least, mean } from '../statistics/describe.ts';
import type { Columns } from './columns.ts';

/** What several independent attempts at each instance say of one agent. */
export interface RepeatSummary {
  readonly agent: string;
  readonly metric: Metric;
  /** Instances. */
  readonly n: number;
  /** The fewest and the most attempts at an instance. */
  readonly fewest: number;
  readonly most: number;
  readonly mean: number;
  /** Standard deviation between attempts at one instance; null where none was tried twice. */
  readonly within: number | null;
  /** Standard deviation between the instances' true means: without what attempts add to it. */
  readonly between: number | null;
  /** Mean over instances of the best attempt. */
  readonly best: number;
  /** Of metrics that are 0 or 1: probability that at least one of k attempts is 1, for k = 1, 2 ... */
  readonly passAtK: readonly number[];
  /** The probability that all of k attempts are 1. */
  readonly passHatK: readonly number[];
}

const MOST_K = 100;

/**
 * Summaries over repeats, an agent each; none where nobody was tried more than once.
 * `k` goes up to the fewest attempts at any instance, and to 100.
 */
export function summariseRepeats(columns: Columns): readonly RepeatSummary[] {
  const { repeats, metric } = columns;
  if (repeats === undefined) return [];
  return [...repeats].flatMap(([agent, cells]) => {
    const tried = cells.filter((values) => values.length > 0);
    if (tried.length === 0) return [];
    const counts = tried.map((values) => values.length);
    const fewest = least(counts);
    const means = tried.map(mean);
    const isRate = RATES.has(metric);
    const ks = Array.from({ length: isRate ? Math.min(fewest, MOST_K) : 0 }, (_, at) => at + 1);
    const successes = tried.map((values) => values.filter((value) => value === 1).length);
    const over = (probability: (correct: number, tries: number) => number): number =>
      mean(successes.map((correct, index) => probability(correct, counts[index] as number)));
    return [
      {
        agent,
        metric,
        n: tried.length,
        fewest,
        most: largest(counts),
        mean: mean(means),
        ...deviations(tried, means),
        best: mean(tried.map(largest)),
        passAtK: ks.map((k) => over((correct, tries) => passAtK(tries, correct, k))),
        passHatK: ks.map((k) => over((correct, tries) => passHatK(tries, correct, k))),
      },
    ];
  });
}

/**
 * Unbiased probability that at least one of k attempts is right, where `correct` of `attempts` were:
 * 1 - C(attempts - correct, k) / C(attempts, k) (Chen et al. 2021).
 * @throws RangeError unless 0 <= correct <= attempts and 1 <= k <= attempts, whole numbers
 */
export function passAtK(attempts: number, correct: number, k: number): number {
  return 1 - chosenFrom(attempts, attempts - correct, k);
}

/**
 * Unbiased probability that all of k attempts are right: C(correct, k) / C(attempts, k).
 * @throws RangeError unless 0 <= correct <= attempts and 1 <= k <= attempts, whole numbers
 */
export function passHatK(attempts: number, correct: number, k: number): number {
  return chosenFrom(attempts, correct, k);
}

/** C(some, k) / C(all, k). */
function chosenFrom(all: number, some: number, k: number): number {
  if (![all, some, k].every(Number.isSafeInteger) || some < 0 || some > all || k < 1 || k > all) {
    throw new RangeError(`${k} of ${all} attempts, ${some} of one kind, are no counts`);
  }
  let share = 1;
  for (let taken = 0; taken < k; taken += 1) share *= Math.max(0, some - taken) / (all - taken);
  return share;
}

/** Analysis of variance with one factor; unequal numbers of attempts weigh by their own. */
function deviations(
  tried: readonly (readonly number[])[],
  means: readonly number[],
): Pick<RepeatSummary, 'within' | 'between'> {
  const freedom = tried.reduce((sum, values) => sum + values.length - 1, 0);
  if (freedom === 0) return { within: null, between: null };
  const squares = tried.reduce((sum, values, index) => {
    const centre = means[index] as number;
    return sum + values.reduce((total, value) => total + (value - centre) ** 2, 0);
  }, 0);
  const within = squares / freedom;
  if (means.length < 2) return { within: Math.sqrt(within), between: null };
  const centre = mean(means);
  const spread = means.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (means.length - 1);
  const added = within * mean(tried.map((values) => 1 / values.length));
  return { within: Math.sqrt(within), between: Math.sqrt(Math.max(0, spread - added)) };
}
