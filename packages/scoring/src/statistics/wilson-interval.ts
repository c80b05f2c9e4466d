import { CONFIDENCE, tailOf, type Interval } from './interval.ts';
import { normalQuantile } from './normal.ts';

/**
 * Wilson score interval of a rate, without continuity correction. It stays within 0..1 and is valid
 * even if all cases or no cases succeed.
 * Source: Wilson, Probable Inference (1927).
 * @param successes integer in 0..cases
 * @param cases number of cases
 * @param confidence between 0 and 1; 0.95 by default
 * @returns null without cases
 * @throws RangeError unless both counts are integers with 0 <= successes <= cases, and if the
 * confidence is not between 0 and 1
 */
export function wilsonInterval(
  successes: number,
  cases: number,
  confidence: number = CONFIDENCE,
): Interval | null {
  if (!Number.isSafeInteger(successes) || !Number.isSafeInteger(cases)) {
    throw new RangeError(`counts must be integers: ${successes} of ${cases}`);
  }
  if (successes < 0 || successes > cases) {
    throw new RangeError(`invalid rate: ${successes} of ${cases}`);
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
