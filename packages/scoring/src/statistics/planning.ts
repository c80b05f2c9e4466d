import { bisect } from './bisect.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { studentQuantile } from './student-t.ts';

/** What a plan of an experiment is made from. */
export interface PlanInput {
  /** Standard deviation between instances of the true difference of two agents. */
  readonly between: number;
  /** Standard deviation of one attempt of one agent about its own mean on an instance. */
  readonly within: number;
  /** Error of the first kind, two-sided, that all tests together may have; 0.05 when absent. */
  readonly alpha?: number;
  /** How many tests are corrected for; 1 when absent. */
  readonly comparisons?: number;
  /** Probability of finding the difference; 0.8 when absent. */
  readonly power?: number;
}

/** More instances than this are never asked for. */
const MOST_INSTANCES = 1e7;

/**
 * The least true difference between two agents that a paired test finds with the wanted power:
 * (t(1 - a/2) + t(power)) x sqrt((between^2 + 2 within^2 / repeats) / instances), `instances` - 1
 * degrees of freedom, a = alpha / comparisons. That is the threshold of the smallest p-value under
 * Benjamini and Hochberg's procedure, so it also holds where no other pair differs.
 * @returns in the unit of the deviations; infinite for fewer than two instances
 * @throws RangeError for counts below 1, deviations below 0, or alpha or power outside 0..1
 */
export function detectableDifference(
  instances: number,
  repeats: number,
  { between, within, alpha = 0.05, comparisons = 1, power = 0.8 }: PlanInput,
): number {
  for (const count of [instances, repeats, comparisons]) requireCount(count);
  if (!(between >= 0 && within >= 0)) throw new RangeError('a standard deviation is 0 or more');
  if (!(alpha > 0 && alpha < 1 && power > 0 && power < 1)) {
    throw new RangeError('alpha and power are between 0 and 1');
  }
  if (instances < 2) return Number.POSITIVE_INFINITY;
  const error = Math.sqrt((between ** 2 + (2 * within ** 2) / repeats) / instances);
  const tail = alpha / comparisons / 2;
  return (quantile(1 - tail, instances - 1) + quantile(power, instances - 1)) * error;
}

/**
 * The fewest instances with which a difference is found, with this many repeats of each.
 * @param difference in the unit of the deviations, above 0
 * @returns null where 10 million do not do
 * @throws RangeError as `detectableDifference`, and for a difference that is not above 0
 */
export function instancesNeeded(
  difference: number,
  repeats: number,
  input: PlanInput,
): number | null {
  if (!(difference > 0 && Number.isFinite(difference))) {
    throw new RangeError(`${difference} is not a difference above 0`);
  }
  const finds = (instances: number): boolean =>
    detectableDifference(instances, repeats, input) <= difference;
  if (!finds(MOST_INSTANCES)) return null;
  // Fewer instances never find more.
  const root = bisect((instances) => (finds(Math.ceil(instances)) ? 1 : 0), 1, 1, MOST_INSTANCES);
  const least = Math.ceil(root);
  return finds(least) ? least : least + 1;
}

/**
 * The power with which a difference is found, by the normal approximation to the paired test.
 * @throws RangeError as `detectableDifference`
 */
export function powerOf(
  difference: number,
  instances: number,
  repeats: number,
  input: PlanInput,
): number {
  const { alpha = 0.05, comparisons = 1 } = input;
  const detectable = detectableDifference(instances, repeats, input);
  if (!Number.isFinite(detectable)) return 0;
  const threshold = quantile(1 - alpha / comparisons / 2, instances - 1);
  const error = detectable / (threshold + quantile(input.power ?? 0.8, instances - 1));
  if (error === 0) return difference === 0 ? 0 : 1;
  return normalCdf(Math.abs(difference) / error - threshold);
}

/** Student's, or the normal one where they are the same to six digits. */
function quantile(probability: number, freedom: number): number {
  return freedom > 1e5 ? normalQuantile(probability) : studentQuantile(probability, freedom);
}

function requireCount(count: number): void {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${count} is not a count`);
}
