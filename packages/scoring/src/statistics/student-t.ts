import { bisect } from './bisect.ts';
import { logGamma } from './gamma.ts';

/** Cumulative distribution function of Student's t with `degreesOfFreedom` degrees of freedom. */
export function studentCdf(t: number, degreesOfFreedom: number): number {
  const tail =
    incompleteBeta(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

/**
 * Quantile function of Student's t.
 * @throws RangeError unless 0 < probability < 1
 */
export function studentQuantile(probability: number, degreesOfFreedom: number): number {
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`probability must be between 0 and 1, not ${probability}`);
  }
  if (probability > 0.5) return -studentQuantile(1 - probability, degreesOfFreedom);
  if (probability === 0.5) return 0;
  let low = -1;
  while (studentCdf(low, degreesOfFreedom) > probability) low *= 2;
  return bisect((t) => studentCdf(t, degreesOfFreedom), probability, low, 0);
}

/** The regularised incomplete beta function I_x(a, b), 0 <= x <= 1. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x === 0 || x === 1) return x;
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  // The continued fraction converges fast on one side of the mean only. The other side uses symmetry.
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** Abramowitz & Stegun 26.5.8, evaluated from the inside out. 500 levels suffice on the fast side. */
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
