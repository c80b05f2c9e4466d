import { groupSizes, type GroupedSizes } from './grouped-sizes.ts';
import { farthestRecurrence } from './recurrence-scan.ts';
import type { SignFlipProblem } from './sign-flip-problem.ts';

/** The integral ends where the integrand stays below this fraction of its maximum. */
const NEGLIGIBLE = 1e-5;

/** Logarithm of the smallest positive number. Smaller probabilities count as 0. */
const LEAST_EXPONENT = Math.log(Number.MIN_VALUE);

/** Maximum number of nodes. The integral is truncated there. */
const MAX_NODES = 1 << 16;

/**
 * Computes P(sum >= observed) for a sum of sizes with random signs, by numerical inversion of its moment
 * generating function M(s), the product of cosh(s x size). It integrates M(s) exp(-s x observed) / s
 * along the vertical line through the saddlepoint. The trapezoidal rule is used, whose error decreases
 * exponentially there (Rice 1980, Helstrom 1978).
 *
 * Without a unit, a sum of exactly `observed` counts half. With a unit, it counts fully: sums on a
 * lattice are 2 units apart, so the kernel 1 / s becomes 2 x unit / (1 - exp(-2 x unit x s)).
 * @param unit unit of the lattice that contains all sizes, if there is one
 */
export function tailBySaddlepoint(
  { sizes, observed }: Pick<SignFlipProblem, 'sizes' | 'observed'>,
  unit?: number,
): number {
  const groups = groupSizes(sizes);
  const { tilt, exponent, deviation } = saddlepoint(groups, observed);
  // By the Chernoff bound, the tail is at most exp(exponent).
  if (exponent < LEAST_EXPONENT) return 0;
  const logTail = exponent - Math.log(1 + 2.5 * tilt * deviation);
  const period = Math.max(12 * deviation, (30 - logTail) / tilt);
  const step = (2 * Math.PI) / period;
  const end = unit === undefined ? Number.POSITIVE_INFINITY : Math.PI / (2 * unit * step);
  const generating = new TiltedFunction(groups, tilt, step);
  const largest = kernelOf(tilt, 0, unit).real;
  let sum = largest / 2;
  let last = 8;
  let scanned = false;
  for (let node = 1; node <= Math.min(last, MAX_NODES) && node < end; node += 1) {
    const value = generating.next();
    const kernel = kernelOf(tilt, node * step, unit);
    const cosine = Math.cos(node * step * observed);
    const sine = Math.sin(node * step * observed);
    sum +=
      (value.real * cosine + value.imaginary * sine) * kernel.real -
      (value.imaginary * cosine - value.real * sine) * kernel.imaginary;
    const size =
      Math.hypot(value.real, value.imaginary) * Math.hypot(kernel.real, kernel.imaginary);
    if (size > NEGLIGIBLE * largest) last = Math.max(last, Math.ceil(1.3 * node));
    if (node === last && !scanned) {
      scanned = true;
      const { slopes } = generating;
      const recurrence = farthestRecurrence(groups, slopes, tilt, deviation, node * step);
      last = Math.max(last, Math.ceil((recurrence ?? 0) / step));
    }
  }
  return ((Math.exp(exponent) * step) / Math.PI) * sum;
}

interface Complex {
  readonly real: number;
  readonly imaginary: number;
}

interface Saddlepoint {
  /** The point where the line of integration crosses the real axis. */
  readonly tilt: number;
  /** ln M(tilt) - tilt x observed. */
  readonly exponent: number;
  /** Standard deviation of the tilted sum. */
  readonly deviation: number;
}

/** Keeps the line away from the pole at 0. Near the centre, a line farther out is equally accurate. */
function saddlepoint(groups: GroupedSizes, observed: number): Saddlepoint {
  const { sizes, counts } = groups;
  const countOf = (index: number): number => counts[index] as number;
  const variance = sizes.reduce((sum, size, index) => sum + countOf(index) * size * size, 0);
  // The tilted mean is concave, so Newton's method from the left never overshoots the root.
  let tilt = observed / variance;
  for (let step = 0; step < 100; step += 1) {
    const { mean, spread } = tiltedMoments(tilt, groups);
    const more = (observed - mean) / spread;
    // If all signs are equal, the root is at infinity and the spread approaches 0.
    if (!(more > tilt * 1e-6) || more === Number.POSITIVE_INFINITY) break;
    tilt += more;
  }
  tilt = Math.max(tilt, 2 / Math.sqrt(variance));
  const logarithm = sizes.reduce((sum, size, index) => {
    const one = tilt * size + Math.log1p(Math.exp(-2 * tilt * size)) - Math.LN2;
    return sum + countOf(index) * one;
  }, 0);
  return {
    tilt,
    exponent: logarithm - tilt * observed,
    deviation: Math.sqrt(tiltedMoments(tilt, groups).spread),
  };
}

function tiltedMoments(
  tilt: number,
  { sizes, counts }: GroupedSizes,
): { mean: number; spread: number } {
  let mean = 0;
  let spread = 0;
  for (const [index, size] of sizes.entries()) {
    const count = counts[index] as number;
    const slope = Math.tanh(tilt * size);
    mean += count * size * slope;
    spread += count * size * size * (1 - slope * slope);
  }
  return { mean, spread };
}

/** The kernel 1 / s, or its replacement on a lattice. */
function kernelOf(tilt: number, frequency: number, unit: number | undefined): Complex {
  if (unit === undefined) {
    const square = tilt * tilt + frequency * frequency;
    return { real: tilt / square, imaginary: -frequency / square };
  }
  const shrunk = Math.exp(-2 * unit * tilt);
  const real = 1 - shrunk * Math.cos(2 * unit * frequency);
  const imaginary = shrunk * Math.sin(2 * unit * frequency);
  const square = (real * real + imaginary * imaginary) / (2 * unit);
  return { real: real / square, imaginary: -imaginary / square };
}

/** Evaluates M(tilt + i x frequency) / M(tilt) at successive multiples of the step. */
class TiltedFunction {
  readonly slopes: Float64Array;
  private readonly counts: Float64Array;
  /** Cosines and sines of the step and of the current frequency, each times the size. */
  private readonly stepCosines: Float64Array;
  private readonly stepSines: Float64Array;
  private readonly cosines: Float64Array;
  private readonly sines: Float64Array;

  constructor({ sizes, counts }: GroupedSizes, tilt: number, step: number) {
    this.counts = counts;
    this.slopes = sizes.map((size) => Math.tanh(tilt * size));
    this.stepCosines = sizes.map((size) => Math.cos(step * size));
    this.stepSines = sizes.map((size) => Math.sin(step * size));
    this.cosines = new Float64Array(sizes.length).fill(1);
    this.sines = new Float64Array(sizes.length);
  }

  next(): Complex {
    const { slopes, counts, stepCosines, stepSines, cosines, sines } = this;
    let real = 1;
    let imaginary = 0;
    for (let index = 0; index < slopes.length; index += 1) {
      const oldCosine = cosines[index] as number;
      const oldSine = sines[index] as number;
      const stepCosine = stepCosines[index] as number;
      const stepSine = stepSines[index] as number;
      const cosine = oldCosine * stepCosine - oldSine * stepSine;
      const sine = oldSine * stepCosine + oldCosine * stepSine;
      cosines[index] = cosine;
      sines[index] = sine;
      const tilted = (slopes[index] as number) * sine;
      const count = counts[index] as number;
      let factorReal = cosine;
      let factorImaginary = tilted;
      if (count > 1) {
        const length = (cosine * cosine + tilted * tilted) ** (count / 2);
        const angle = Math.atan2(tilted, cosine) * count;
        factorReal = length * Math.cos(angle);
        factorImaginary = length * Math.sin(angle);
      }
      const before = real;
      real = before * factorReal - imaginary * factorImaginary;
      imaginary = before * factorImaginary + imaginary * factorReal;
    }
    return { real, imaginary };
  }
}
