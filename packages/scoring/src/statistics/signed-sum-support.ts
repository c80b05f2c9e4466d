import type { SignFlipProblem } from './sign-flip-problem.ts';

/** The most sums that one half of the differences may have. */
const MOST_SUMS = 2 ** 20;

/** All sums that signs can give to some sizes, ascending, and the probability of each. */
interface Support {
  readonly sums: Float64Array;
  readonly weights: Float64Array;
  readonly length: number;
}

/**
 * P(sum >= observed) by meeting in the middle: all sums of either half, sorted, and one pass over
 * both. Equal sizes share sums, so that m of them count as m + 1 patterns and not as 2^m. Undefined
 * where a half would have more than 2^20 sums: beyond 40 sizes that are all different.
 */
export function tailByMeetingInTheMiddle(problem: SignFlipProblem): number | undefined {
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

/** Halves whose numbers of sums are about equal; equal sizes stay together. */
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
    if (counts[half] > MOST_SUMS) return undefined;
    for (const size of run) halves[half].push(size);
  }
  return halves;
}

function supportOf(sizes: readonly number[], tolerance: number): Support {
  let support: Support = { sums: Float64Array.of(0), weights: Float64Array.of(1), length: 1 };
  for (const size of sizes) support = withSize(support, size, tolerance);
  return support;
}

/** Merges the sums less `size` with the sums plus `size`; what is equal becomes one. */
function withSize({ sums, weights, length }: Support, size: number, tolerance: number): Support {
  const merged = new Float64Array(2 * length);
  const merits = new Float64Array(2 * length);
  let count = 0;
  let low = 0;
  let high = 0;
  while (high < length) {
    const below = low < length ? (sums[low] as number) - size : Number.POSITIVE_INFINITY;
    const above = (sums[high] as number) + size;
    const sum = below <= above ? below : above;
    const weight = (below <= above ? (weights[low++] as number) : (weights[high++] as number)) / 2;
    if (count > 0 && sum - (merged[count - 1] as number) <= tolerance) {
      merits[count - 1] = (merits[count - 1] as number) + weight;
    } else {
      merged[count] = sum;
      merits[count] = weight;
      count += 1;
    }
  }
  return { sums: merged, weights: merits, length: count };
}
