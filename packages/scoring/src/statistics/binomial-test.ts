import { logGamma } from './gamma.ts';

/**
 * Exact two-sided binomial test of equal chances: the probability that heads of `trials` fair coins
 * are at least as far from half of them as `successes` is. On the instances where exactly one of two
 * agents passes, this is McNemar's exact test, and the sign-flip test of differences that are all of
 * one size.
 * @param successes whole number in 0..trials
 * @param trials whole number, 0 or more; without a trial p is 1
 * @throws RangeError for anything else
 */
export function binomialTest(successes: number, trials: number): number {
  if (!Number.isSafeInteger(trials) || trials < 0) {
    throw new RangeError(`${trials} is not a number of trials`);
  }
  if (!Number.isSafeInteger(successes) || successes < 0 || successes > trials) {
    throw new RangeError(`${successes} of ${trials} is not a count`);
  }
  const fewer = Math.min(successes, trials - successes);
  if (2 * fewer >= trials - 1) return 1;
  return Math.max(Number.MIN_VALUE, 2 * lowerTail(fewer, trials));
}

/** P(heads <= most) for fair coins, most < trials / 2. */
function lowerTail(most: number, trials: number): number {
  // From the largest term down: term(k - 1) = term(k) x k / (trials - k + 1).
  let term = 1;
  let sum = 1;
  for (let k = most; k >= 1 && term > sum * 1e-18; k -= 1) {
    term *= k / (trials - k + 1);
    sum += term;
  }
  return sum * largestTerm(most, trials);
}

/** C(trials, k) / 2^trials. */
function largestTerm(k: number, trials: number): number {
  if (trials > 1000) {
    const logarithm = logGamma(trials + 1) - logGamma(k + 1) - logGamma(trials - k + 1);
    return Math.exp(logarithm - trials * Math.LN2);
  }
  // Products keep more digits than logarithms, and cannot overflow up to here.
  let value = 2 ** -(trials - k);
  for (let i = 1; i <= k; i += 1) value *= (trials - k + i) / (2 * i);
  return value;
}
