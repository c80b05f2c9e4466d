import type { GroupedSizes } from './grouped-sizes.ts';

/** Range of the scan in standard deviations. Recurrences beyond add less than 1 part in 1,000. */
const SCAN_RANGE = 2000;

/** Distance between two probes in standard deviations, about half the width of a recurrence. */
const STRIDE = 1.5;

/** Smallest relevant recurrence, relative to the start of the integral. */
const RELEVANT = 1e-4;

const TABLE_BITS = 11;
const SQUARED_SINES = Float64Array.from(
  { length: 1 << TABLE_BITS },
  (_, index) => Math.sin((Math.PI * (index + 0.5)) / (1 << TABLE_BITS)) ** 2,
);

/**
 * Finds the highest frequency at which the tilted characteristic function recurs, i.e. is large enough
 * to matter again. It recurs if the sizes are nearly but not exactly on a lattice. For other sizes, the
 * product vanishes after a few factors, so most probes end early.
 * @param groups absolute differences
 * @param slopes tanh(tilt x size) of each group
 * @param tilt real part of the line of integration
 * @param deviation standard deviation of the tilted sum
 * @param from frequency at which the scan starts
 * @returns undefined if there is no recurrence
 */
export function farthestRecurrence(
  { sizes, counts }: GroupedSizes,
  slopes: Float64Array,
  tilt: number,
  deviation: number,
  from: number,
): number | undefined {
  const stride = STRIDE / deviation;
  const first = Math.ceil(from / stride);
  const last = Math.floor(SCAN_RANGE / STRIDE);
  // Squared cosines have period pi. Phases are stored in units of pi / 2^32, so they wrap around.
  const phases = Uint32Array.from(sizes, (size) => (((size * stride) / Math.PI) % 1) * 2 ** 32);
  const losses = slopes.map((slope) => 1 - slope * slope);
  for (let probe = last; probe >= first; probe -= 1) {
    const least = ((RELEVANT * probe * stride) / tilt) ** 2;
    let square = 1;
    for (let index = 0; index < phases.length && square > least; index += 1) {
      const phase = Math.imul(phases[index] as number, probe) >>> (32 - TABLE_BITS);
      const factor = 1 - (losses[index] as number) * (SQUARED_SINES[phase] as number);
      const count = counts[index] as number;
      square *= count === 1 ? factor : factor ** count;
    }
    if (square > least) return probe * stride;
  }
  return undefined;
}
