import { sampleDeviation } from './describe.ts';
import { studentQuantile } from './student-t.ts';

export interface DetectionOptions {
  /** Two-sided error of the first kind; 0.05 when absent. */
  readonly alpha?: number;
  /** Probability of seeing an effect that is there; 0.8 when absent. */
  readonly power?: number;
}

/**
 * The least true mean difference that a paired test of these differences would find with the given
 * power: (t(1 - alpha/2) + t(power)) x sd / sqrt(n), n - 1 degrees of freedom. A test that finds
 * nothing says no more than that the difference is likely below this. Null for fewer than two pairs,
 * and where all differences are equal: nothing is known of their spread.
 */
export function minimumDetectableEffect(
  differences: readonly number[],
  { alpha = 0.05, power = 0.8 }: DetectionOptions = {},
): number | null {
  const deviation = sampleDeviation(differences);
  if (deviation === null || deviation === 0) return null;
  const freedom = differences.length - 1;
  const quantiles = studentQuantile(1 - alpha / 2, freedom) + studentQuantile(power, freedom);
  return (quantiles * deviation) / Math.sqrt(differences.length);
}
