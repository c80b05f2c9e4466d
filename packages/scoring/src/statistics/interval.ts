/** A confidence interval, both ends included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What tables state where nothing else is asked for. */
export const CONFIDENCE = 0.95;

/** @throws RangeError for a confidence that is not between 0 and 1 */
export function tailOf(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`a confidence of ${confidence} is not between 0 and 1`);
  }
  return (1 - confidence) / 2;
}
