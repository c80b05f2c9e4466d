import { bisect } from './bisect.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { studentQuantile } from './student-t.ts';

/** Input for planning an experiment. */
export interface PlanInput {
  /** Standard deviation of the true difference of two agents between instances. */
  readonly between: number;
  /** Standard deviation of one attempt around the agent's mean on an instance. */
  readonly within: number;
  /** Two-sided significance level over all tests together. Defaults to 0.05. */
  readonly alpha?: number;
  /** Number of tests to correct for. Defaults to 1. */
  readonly comparisons?: number;
  /** Probability of detecting the difference. Defaults to 0.8. */
  readonly power?: number;
}

/** Upper limit of the search for the number of instances. */
const MAX_INSTANCES = 1e7;

/**
 * The smallest true difference between two agents that a paired test detects with the given power:
 * (t(1 - a/2) + t(power)) x sqrt((between^2 + 2 within^2 / repeats) / instances), with instances - 1
 * degrees of freedom and a = alpha / comparisons. This is the threshold of the smallest p-value in the
 * Benjamini-Hochberg procedure, so the result also holds if no other pair differs.
 * @param instances number of instances, 1 or more
 * @param repeats number of attempts per instance and agent, 1 or more
 * @returns in the unit of the deviations; infinite for fewer than two instances
 * @throws RangeError if a count is below 1, a deviation is below 0, or alpha or power is not between 0
 * and 1
 */
export function detectableDifference(
  instances: number,
  repeats: number,
  { between, within, alpha = 0.05, comparisons = 1, power = 0.8 }: PlanInput,
): number {
  for (const count of [instances, repeats, comparisons]) requireCount(count);
  if (!(between >= 0 && within >= 0))
    throw new RangeError('a standard deviation must be 0 or more');
  if (!(alpha > 0 && alpha < 1 && power > 0 && power < 1)) {
    throw new RangeError('alpha and power must be between 0 and 1');
  }
  if (instances < 2) return Number.POSITIVE_INFINITY;
  const error = Math.sqrt((between ** 2 + (2 * within ** 2) / repeats) / instances);
  const tail = alpha / comparisons / 2;
  return (quantile(1 - tail, instances - 1) + quantile(power, instances - 1)) * error;
}

/**
 * The smallest number of instances with which a difference is detected.
 * @param difference in the unit of the deviations, above 0
 * @param repeats number of attempts per instance and agent, 1 or more
 * @returns null if 10 million instances are not enough
 * @throws RangeError if the difference is not above 0, and for the same reasons as `detectableDifference`
 */
export function instancesNeeded(
  difference: number,
  repeats: number,
  input: PlanInput,
): number | null {
  if (!(difference > 0 && Number.isFinite(difference))) {
    throw new RangeError(`the difference must be above 0, not ${difference}`);
  }
  const detects = (instances: number): boolean =>
    detectableDifference(instances, repeats, input) <= difference;
  if (!detects(MAX_INSTANCES)) return null;
  // The detectable difference never grows with the number of instances.
  const root = bisect((instances) => (detects(Math.ceil(instances)) ? 1 : 0), 1, 1, MAX_INSTANCES);
  const least = Math.ceil(root);
  return detects(least) ? least : least + 1;
}

/**
 * The power with which a paired test detects a difference, by the normal approximation.
 * @param difference in the unit of the deviations
 * @param instances number of instances, 1 or more
 * @param repeats number of attempts per instance and agent, 1 or more
 * @returns a probability in 0..1
 * @throws RangeError for the same reasons as `detectableDifference`
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

/** Student's t quantile, or the normal quantile if the two agree to six digits. */
function quantile(probability: number, degreesOfFreedom: number): number {
  return degreesOfFreedom > 1e5
    ? normalQuantile(probability)
    : studentQuantile(probability, degreesOfFreedom);
}

function requireCount(count: number): void {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`invalid count: ${count}`);
}
