import type { SignFlipProblem } from './sign-flip-problem.ts';

/** Maximum number of patterns to enumerate. */
const MAX_PATTERNS = 2 ** 16;

/**
 * Computes P(sum >= observed) by enumerating the patterns that reach the observed sum. Such a pattern
 * flips a set of sizes whose sum is at most half of the slack, largest - observed.
 * @returns undefined if there are more than 2^16 patterns
 */
export function tailOfFewPatterns({
  sizes,
  largest,
  observed,
  tolerance,
}: SignFlipProblem): number | undefined {
  const slack = (largest - observed + tolerance) / 2;
  let count = 1;
  const visit = (first: number, remaining: number): void => {
    for (let index = first; index < sizes.length && count <= MAX_PATTERNS; index += 1) {
      const size = sizes[index] as number;
      // Sizes are in ascending order, so no later size fits either.
      if (size > remaining) return;
      count += 1;
      visit(index + 1, remaining - size);
    }
  };
  visit(0, slack);
  return count > MAX_PATTERNS ? undefined : count * 2 ** -sizes.length;
}
