import { bisect } from './bisect.ts';
import { logGamma } from './gamma.ts';

/** Probability that Student's t with `freedom` degrees of freedom is at most t. */
export function studentCdf(t: number, freedom: number): number {
  const tail = incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

/** The t below which Student's t falls with this probability, 0 < probability < 1. */
export function studentQuantile(probability: number, freedom: number): number {
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`${probability} is no probability between 0 and 1`);
  }
  if (probability > 0.5) return -studentQuantile(1 - probability, freedom);
  if (probability === 0.5) return 0;
  let low = -1;
  while (studentCdf(low, freedom) > probability) low *= 2;
  return bisect((t) => studentCdf(t, freedom), probability, low, 0);
}

/** The regularised incomplete beta function I_x(a, b), 0 <= x <= 1. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x === 0 || x === 1) return x;
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  // The fraction converges fast on one side of the mean only; the other side is its mirror.
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** Abramowitz & Stegun 26.5.8 from the inside out; 500 levels do for every x on the fast side. */
function betaFraction(x: number, a: number, b: number): number {
  let fraction = 1;
  for (let level = 500; level >= 1; level -= 1) {
    const m = Math.floor(level / 2);
    const coefficient =
      level % 2 === 0
        ? (m * (b - m) * x) / ((a + level - 1) * (a + level))
        : -((a + m) * (a + b + m) * x) / ((a + level - 1) * (a + level));
    fraction = 1 + coefficient / fraction;
  }
  return 1 / fraction;
}
