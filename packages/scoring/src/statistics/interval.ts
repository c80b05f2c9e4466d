/** A confidence interval, both ends inclusive. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Default confidence level. */
export const CONFIDENCE = 0.95;

/**
 * Returns the probability of each tail outside a two-sided interval.
 * @throws RangeError unless the confidence is between 0 and 1
 */
export function tailOf(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence must be between 0 and 1, not ${confidence}`);
  }
  return (1 - confidence) / 2;
}
