import type { GroupedSizes } from './grouped-sizes.ts';

/** The scan ends this many standard deviations out: a later recurrence adds less than one part in 1,000. */
const FARTHEST = 2000;

/** Standard deviations between two looks; a recurrence is about as wide as this on either side. */
const STRIDE = 1.5;

/** What a recurrence must come to, against the start of the integral, to be worth going to. */
const WORTHWHILE = 1e-4;

const TABLE_BITS = 11;
const SQUARED_SINES = Float64Array.from(
  { length: 1 << TABLE_BITS },
  (_, index) => Math.sin((Math.PI * (index + 0.5)) / (1 << TABLE_BITS)) ** 2,
);

/**
 * The frequencies at which the tilted characteristic function comes back to a size that matters,
 * because the sizes are nearly, not quite, on a lattice. Gives the farthest of them, or undefined.
 * Most looks end after a few factors: sizes without such a pattern fall to nothing at once.
 * @param groups absolute differences
 * @param slopes tanh(tilt x size) of each group
 * @param tilt of the line of integration
 * @param deviation standard deviation of the sum under the tilt
 * @param from where the scan begins
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
  const last = Math.floor(FARTHEST / STRIDE);
  // Squared cosines have the period pi: phases are in 2^-32 of it, and wrap around by themselves.
  const phases = Uint32Array.from(sizes, (size) => (((size * stride) / Math.PI) % 1) * 2 ** 32);
  const losses = slopes.map((slope) => 1 - slope * slope);
  for (let look = last; look >= first; look -= 1) {
    const least = ((WORTHWHILE * look * stride) / tilt) ** 2;
    let square = 1;
    for (let index = 0; index < phases.length && square > least; index += 1) {
      const phase = Math.imul(phases[index] as number, look) >>> (32 - TABLE_BITS);
      const factor = 1 - (losses[index] as number) * (SQUARED_SINES[phase] as number);
      const count = counts[index] as number;
      square *= count === 1 ? factor : factor ** count;
    }
    if (square > least) return look * stride;
  }
  return undefined;
}
