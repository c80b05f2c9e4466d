import { CONFIDENCE, tailOf, type Interval } from './interval.ts';
import { normalQuantile } from './normal.ts';

/**
 * Wilson's score interval of a rate, without continuity correction; within 0..1, and sound where
 * every case or none succeeded. Null for no case.
 * @throws RangeError when the counts are no integers with 0 <= successes <= cases
 */
export function wilsonInterval(
  successes: number,
  cases: number,
  confidence: number = CONFIDENCE,
): Interval | null {
  if (!Number.isSafeInteger(successes) || !Number.isSafeInteger(cases)) {
    throw new RangeError(`${successes} of ${cases} is no count`);
  }
  if (successes < 0 || successes > cases) {
    throw new RangeError(`${successes} of ${cases} is no rate`);
  }
  const z = -normalQuantile(tailOf(confidence));
  if (cases === 0) return null;
  const rate = successes / cases;
  const square = (z * z) / cases;
  const centre = (rate + square / 2) / (1 + square);
  const half = (z / (1 + square)) * Math.sqrt((rate * (1 - rate)) / cases + square / (4 * cases));
  return {
    low: successes === 0 ? 0 : centre - half,
    high: successes === cases ? 1 : centre + half,
  };
}
