import { mean, standardError } from './describe.ts';
import { CONFIDENCE, tailOf, type Interval } from './interval.ts';
import { studentQuantile } from './student-t.ts';

/**
 * Student's t interval of a mean with n - 1 degrees of freedom. It is not clipped to 0..1.
 * Source: CodeTaste (v2), the +- values of its tables.
 * @param confidence between 0 and 1; 0.95 by default
 * @returns in the unit of the values; null for fewer than two values
 * @throws RangeError if the confidence is not between 0 and 1
 */
export function tInterval(
  values: readonly number[],
  confidence: number = CONFIDENCE,
): Interval | null {
  const half = tHalfWidth(values, confidence);
  if (half === null) return null;
  const centre = mean(values);
  return { low: centre - half, high: centre + half };
}

/**
 * Half the width of `tInterval`, the value after the +-.
 * @param confidence between 0 and 1; 0.95 by default
 * @returns in the unit of the values; null for fewer than two values
 * @throws RangeError if the confidence is not between 0 and 1
 */
export function tHalfWidth(
  values: readonly number[],
  confidence: number = CONFIDENCE,
): number | null {
  const tail = tailOf(confidence);
  const error = standardError(values);
  return error === null ? null : studentQuantile(1 - tail, values.length - 1) * error;
}
