import type { SignFlipProblem } from './sign-flip-problem.ts';

/** Patterns that are counted one by one. */
const MOST_PATTERNS = 2 ** 16;

/**
 * P(sum >= observed) by counting the patterns that reach it, where those are few: sets of sizes to flip
 * whose sum is no more than half of what is to spare. Undefined where there are more than 2^16.
 */
export function tailOfFewPatterns({
  sizes,
  largest,
  observed,
  tolerance,
}: SignFlipProblem): number | undefined {
  const spare = (largest - observed + tolerance) / 2;
  let count = 1;
  const visit = (first: number, left: number): void => {
    for (let index = first; index < sizes.length && count <= MOST_PATTERNS; index += 1) {
      const size = sizes[index] as number;
      // Sizes ascend: none of the others fits either.
      if (size > left) return;
      count += 1;
      visit(index + 1, left - size);
    }
  };
  visit(0, spare);
  return count > MOST_PATTERNS ? undefined : count * 2 ** -sizes.length;
}
