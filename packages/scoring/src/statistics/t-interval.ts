import { mean, standardError } from './describe.ts';
import { CONFIDENCE, tailOf, type Interval } from './interval.ts';
import { studentQuantile } from './student-t.ts';

/**
 * Student's interval of a mean, n - 1 degrees of freedom: the paper's +-. Null for fewer than two
 * values. It is not cut at 0 and 1, as the paper's is not.
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

/** Half the width of `tInterval`. */
export function tHalfWidth(
  values: readonly number[],
  confidence: number = CONFIDENCE,
): number | null {
  const tail = tailOf(confidence);
  const error = standardError(values);
  return error === null ? null : studentQuantile(1 - tail, values.length - 1) * error;
}
