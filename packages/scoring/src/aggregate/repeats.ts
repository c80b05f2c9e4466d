import { RATES, type Metric } from '../metrics.ts';
import { largest, least, mean } from '../statistics/describe.ts';
import type { Columns } from './columns.ts';

/** Statistics of an agent's repeats: several independent attempts on each instance. */
export interface RepeatSummary {
  readonly agent: string;
  readonly metric: Metric;
  /** Number of instances. */
  readonly n: number;
  /** Smallest and largest number of attempts on an instance. */
  readonly fewest: number;
  readonly most: number;
  readonly mean: number;
  /** Standard deviation between attempts on the same instance. Null without repeats. */
  readonly within: number | null;
  /** Standard deviation between the true means of the instances, without the variance of attempts. */
  readonly between: number | null;
  /** Mean of the best attempt on each instance. */
  readonly best: number;
  /** For binary metrics: probability that at least one of k attempts succeeds, for k = 1, 2, ... */
  readonly passAtK: readonly number[];
  /** For binary metrics: probability that all k attempts succeed. */
  readonly passHatK: readonly number[];
}

const MAX_K = 100;

/**
 * Summarises the repeats of each agent. `k` ranges from 1 to the smallest number of attempts on any
 * instance, and is at most 100.
 * @param columns one metric, with the values of its repeats
 * @returns one summary per agent; empty if no agent has repeats
 */
export function summariseRepeats(columns: Columns): readonly RepeatSummary[] {
  const { repeats, metric } = columns;
  if (repeats === undefined) return [];
  return [...repeats].flatMap(([agent, cells]) => {
    const attempted = cells.filter((values) => values.length > 0);
    if (attempted.length === 0) return [];
    const counts = attempted.map((values) => values.length);
    const fewest = least(counts);
    const means = attempted.map(mean);
    const isRate = RATES.has(metric);
    const kValues = Array.from({ length: isRate ? Math.min(fewest, MAX_K) : 0 }, (_, at) => at + 1);
    const successes = attempted.map((values) => values.filter((value) => value === 1).length);
    const over = (probability: (correct: number, tries: number) => number): number =>
      mean(successes.map((correct, index) => probability(correct, counts[index] as number)));
    return [
      {
        agent,
        metric,
        n: attempted.length,
        fewest,
        most: largest(counts),
        mean: mean(means),
        ...deviations(attempted, means),
        best: mean(attempted.map(largest)),
        passAtK: kValues.map((k) => over((correct, tries) => passAtK(tries, correct, k))),
        passHatK: kValues.map((k) => over((correct, tries) => passHatK(tries, correct, k))),
      },
    ];
  });
}

/**
 * Estimates the probability that at least one of k attempts succeeds, without bias:
 * 1 - C(attempts - correct, k) / C(attempts, k).
 * Source: Chen et al., Evaluating Large Language Models Trained on Code (2021).
 * @param attempts number of attempts
 * @param correct number of attempts that succeeded, in 0..attempts
 * @param k number of attempts to draw, in 1..attempts
 * @returns a probability in 0..1
 * @throws RangeError if an argument is not an integer or is out of range
 */
export function passAtK(attempts: number, correct: number, k: number): number {
  return 1 - shareOfCombinations(attempts, attempts - correct, k);
}

/**
 * Estimates the probability that all k attempts succeed, without bias: C(correct, k) / C(attempts, k).
 * @param attempts number of attempts
 * @param correct number of attempts that succeeded, in 0..attempts
 * @param k number of attempts to draw, in 1..attempts
 * @returns a probability in 0..1
 * @throws RangeError if an argument is not an integer or is out of range
 */
export function passHatK(attempts: number, correct: number, k: number): number {
  return shareOfCombinations(attempts, correct, k);
}

/** C(some, k) / C(all, k). */
function shareOfCombinations(all: number, some: number, k: number): number {
  if (![all, some, k].every(Number.isSafeInteger) || some < 0 || some > all || k < 1 || k > all) {
    throw new RangeError(`invalid counts: k = ${k}, ${all} attempts, ${some} of one kind`);
  }
  let share = 1;
  for (let taken = 0; taken < k; taken += 1) share *= Math.max(0, some - taken) / (all - taken);
  return share;
}

/** One-way analysis of variance. Instances with more attempts weigh more in `within`. */
function deviations(
  attempted: readonly (readonly number[])[],
  means: readonly number[],
): Pick<RepeatSummary, 'within' | 'between'> {
  const degreesOfFreedom = attempted.reduce((sum, values) => sum + values.length - 1, 0);
  if (degreesOfFreedom === 0) return { within: null, between: null };
  const squares = attempted.reduce((sum, values, index) => {
    const centre = means[index] as number;
    return sum + values.reduce((total, value) => total + (value - centre) ** 2, 0);
  }, 0);
  const within = squares / degreesOfFreedom;
  if (means.length < 2) return { within: Math.sqrt(within), between: null };
  const centre = mean(means);
  const spread = means.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (means.length - 1);
  const added = within * mean(attempted.map((values) => 1 / values.length));
  return { within: Math.sqrt(within), between: Math.sqrt(Math.max(0, spread - added)) };
}
