import { bisect } from './bisect.ts';

/**
 * Cumulative distribution function of the standard normal distribution. The lower tail keeps its
 * relative precision: below -2, it uses a continued fraction instead of subtracting from 1/2.
 */
export function normalCdf(z: number): number {
  if (z > 0) return 1 - normalCdf(-z);
  if (z < -38.5) return 0;
  return z < -2 ? density(z) * tailFraction(-z) : 0.5 + density(z) * centralSeries(z);
}

/**
 * Quantile function of the standard normal distribution.
 * @param probability in 0..1
 * @returns infinite for a probability of 0 or 1
 * @throws RangeError if the probability is outside 0..1
 */
export function normalQuantile(probability: number): number {
  if (!(probability >= 0 && probability <= 1)) {
    throw new RangeError(`invalid probability: ${probability}`);
  }
  if (probability === 0.5) return 0;
  if (probability > 0.5) return -normalQuantile(1 - probability);
  if (probability === 0) return Number.NEGATIVE_INFINITY;
  return bisect(normalCdf, probability, -39, 0);
}

function density(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** z + z^3/3 + z^5/(3*5) + ..., Abramowitz & Stegun 26.2.11. */
function centralSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum;
}

/** 1/(x + 1/(x + 2/(x + 3/(x + ...)))), Abramowitz & Stegun 26.2.14, evaluated from the inside out. */
function tailFraction(x: number): number {
  let fraction = x;
  for (let level = 400; level >= 1; level -= 1) fraction = x + level / fraction;
  return 1 / fraction;
}
