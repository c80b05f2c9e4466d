import { sampleDeviation } from './describe.ts';
import { studentQuantile } from './student-t.ts';

/** Options of `minimumDetectableEffect`. */
export interface DetectionOptions {
  /** Two-sided significance level, between 0 and 1. Defaults to 0.05. */
  readonly alpha?: number;
  /** Probability of detecting a true effect, between 0 and 1. Defaults to 0.8. */
  readonly power?: number;
}

/**
 * The smallest true mean difference that a paired test of these differences detects with the given
 * power: (t(1 - alpha/2) + t(power)) x sd / sqrt(n), with n - 1 degrees of freedom. A non-significant
 * test only shows that the true difference is probably smaller than this.
 * @param differences first minus second, one value per unit
 * @returns in the unit of the differences; null for fewer than two pairs, and if all differences are
 * equal, because their spread is then unknown
 * @throws RangeError if alpha or power is not between 0 and 1
 */
export function minimumDetectableEffect(
  differences: readonly number[],
  { alpha = 0.05, power = 0.8 }: DetectionOptions = {},
): number | null {
  const deviation = sampleDeviation(differences);
  if (deviation === null || deviation === 0) return null;
  const degreesOfFreedom = differences.length - 1;
  const quantiles =
    studentQuantile(1 - alpha / 2, degreesOfFreedom) + studentQuantile(power, degreesOfFreedom);
  return (quantiles * deviation) / Math.sqrt(differences.length);
}
