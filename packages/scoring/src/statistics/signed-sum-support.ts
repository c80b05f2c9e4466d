import type { SignFlipProblem } from './sign-flip-problem.ts';

/** Maximum number of sums of one half of the differences. */
const MAX_SUMS = 2 ** 20;

/** All possible sums of sizes with random signs, in ascending order, with their probabilities. */
interface Support {
  readonly sums: Float64Array;
  readonly weights: Float64Array;
  readonly length: number;
}

/**
 * Computes P(sum >= observed) by a meet-in-the-middle algorithm: it sorts all sums of each half and
 * combines them in one pass. Equal sizes share sums, so m of them give m + 1 sums instead of 2^m.
 * @returns undefined if a half has more than 2^20 sums, e.g. for more than 40 distinct sizes
 */
export function tailByMeetInTheMiddle(problem: SignFlipProblem): number | undefined {
  const halves = splitEvenly(problem);
  if (halves === undefined) return undefined;
  const [left, right] = halves.map((sizes) => supportOf(sizes, problem.tolerance / 10)) as [
    Support,
    Support,
  ];
  const least = problem.observed - problem.tolerance;
  let tail = 0;
  let reached = 0;
  let at = right.length - 1;
  for (let index = 0; index < left.length; index += 1) {
    const needed = least - (left.sums[index] as number);
    for (; at >= 0 && (right.sums[at] as number) >= needed; at -= 1) {
      reached += right.weights[at] as number;
    }
    tail += (left.weights[index] as number) * reached;
  }
  return tail;
}

/** Splits the sizes into halves with about the same number of sums. Equal sizes stay together. */
function splitEvenly({
  sizes,
  tolerance,
}: SignFlipProblem): readonly [readonly number[], readonly number[]] | undefined {
  const runs: number[][] = [];
  for (const size of sizes) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && size - run[0] <= tolerance / 10 / sizes.length) run.push(size);
    else runs.push([size]);
  }
  runs.sort((left, right) => right.length - left.length);
  const halves: [number[], number[]] = [[], []];
  const counts: [number, number] = [1, 1];
  for (const run of runs) {
    const half = counts[0] <= counts[1] ? 0 : 1;
    counts[half] *= run.length + 1;
    if (counts[half] > MAX_SUMS) return undefined;
    for (const size of run) halves[half].push(size);
  }
  return halves;
}

function supportOf(sizes: readonly number[], tolerance: number): Support {
  let support: Support = { sums: Float64Array.of(0), weights: Float64Array.of(1), length: 1 };
  for (const size of sizes) support = withSize(support, size, tolerance);
  return support;
}

/** Merges the sums minus `size` with the sums plus `size`. Equal sums are combined. */
function withSize({ sums, weights, length }: Support, size: number, tolerance: number): Support {
  const mergedSums = new Float64Array(2 * length);
  const mergedWeights = new Float64Array(2 * length);
  let count = 0;
  let low = 0;
  let high = 0;
  while (high < length) {
    const below = low < length ? (sums[low] as number) - size : Number.POSITIVE_INFINITY;
    const above = (sums[high] as number) + size;
    const sum = below <= above ? below : above;
    const weight = (below <= above ? (weights[low++] as number) : (weights[high++] as number)) / 2;
    if (count > 0 && sum - (mergedSums[count - 1] as number) <= tolerance) {
      mergedWeights[count - 1] = (mergedWeights[count - 1] as number) + weight;
    } else {
      mergedSums[count] = sum;
      mergedWeights[count] = weight;
      count += 1;
    }
  }
  return { sums: mergedSums, weights: mergedWeights, length: count };
}
