import { logGamma } from './gamma.ts';

/**
 * Exact two-sided binomial test with probability 1/2: the probability that the number of heads in
 * `trials` tosses of a fair coin is at least as far from trials / 2 as `successes` is. Applied to the
 * instances that exactly one of two agents passes, this is McNemar's exact test. It equals the
 * sign-flip test for differences of one size.
 * @param successes integer in 0..trials
 * @param trials integer, 0 or more
 * @returns the p-value; 1 without trials
 * @throws RangeError if an argument is not an integer or is out of range
 */
export function binomialTest(successes: number, trials: number): number {
  if (!Number.isSafeInteger(trials) || trials < 0) {
    throw new RangeError(`invalid number of trials: ${trials}`);
  }
  if (!Number.isSafeInteger(successes) || successes < 0 || successes > trials) {
    throw new RangeError(`invalid number of successes: ${successes} of ${trials}`);
  }
  const fewer = Math.min(successes, trials - successes);
  if (2 * fewer >= trials - 1) return 1;
  return Math.max(Number.MIN_VALUE, 2 * lowerTail(fewer, trials));
}

/** P(heads <= most) for a fair coin; most < trials / 2. */
function lowerTail(most: number, trials: number): number {
  // Starts with the largest term: term(k - 1) = term(k) x k / (trials - k + 1).
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
  // Products keep more digits than logarithms. They cannot overflow for up to 1,000 trials.
  let value = 2 ** -(trials - k);
  for (let i = 1; i <= k; i += 1) value *= (trials - k + i) / (2 * i);
  return value;
}
