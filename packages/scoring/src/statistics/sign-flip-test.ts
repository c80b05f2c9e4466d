import { unsampledSignFlip } from './exact-sign-flip.ts';
import { randomWords, type RandomWords } from './random-words.ts';
import { RELATIVE_TOLERANCE, signFlipProblem } from './sign-flip-problem.ts';
import { chunksOf, groupColumns, signedSums } from './sign-sums.ts';

export interface SignFlipOptions {
  /**
   * `exact` (the default) draws nothing at random; `sampled` draws patterns of signs, as in the paper.
   */
  readonly method?: 'exact' | 'sampled';
  /** Of the random patterns: a whole number in 0..2^32 - 1; 1 when absent. */
  readonly seed?: number;
  /** Random patterns to draw, 1 or more; 100,000 when absent, as in the paper. */
  readonly samples?: number;
}

export interface SignFlipResult {
  /** Two-sided. */
  readonly p: number;
  /**
   * `exact`: every pattern of signs is counted. `saddlepoint`: their distribution is inverted
   * numerically, within 1e-4, and 2 % of p below 0.05. `sampled`: seeded random patterns.
   */
  readonly method: 'exact' | 'saddlepoint' | 'sampled';
}

/** Two columns of a family by their index; their values are paired by position. */
export type ColumnPair = readonly [first: number, second: number];

/** Patterns that are worked on at a time: their sums stay in the cache. */
const BLOCK = 1024;

/**
 * Paired sign-flip permutation test, two-sided: how often is the sum of the differences at least as
 * far from 0 when each difference's sign is drawn anew? Differences of 0 have no sign and do not
 * matter. The sampled p is (hits + 1) / (samples + 1), which is never 0.
 * @param differences first minus second, paired, in any unit
 * @throws RangeError for a difference that is not finite, or samples that are not a count of 1 or more
 */
export function signFlipTest(
  differences: readonly number[],
  options: SignFlipOptions = {},
): SignFlipResult {
  const [result] = signFlipFamily([differences, differences.map(() => 0)], [[0, 1]], options);
  if (result === undefined) throw new Error('a family of one pair has one result');
  return result;
}

/**
 * The sign-flip test for many pairs of columns at once. Sampled pairs all see the same patterns, so a
 * column is summed once a pattern whatever the number of its pairs: the signed sum of a difference
 * is the difference of two signed sums. Sums that differ by no more than rounding count as equal.
 * @param columns values in any unit, paired by position
 * @param pairs two columns of the family each, by index
 * @throws RangeError when the columns differ in length, a value is not finite, a pair names no column,
 * or `samples` is not a count of 1 or more
 */
export function signFlipFamily(
  columns: readonly (readonly number[])[],
  pairs: readonly ColumnPair[],
  { method = 'exact', seed = 1, samples = 100_000 }: SignFlipOptions = {},
): readonly SignFlipResult[] {
  const length = columns[0]?.length ?? 0;
  if (columns.some((column) => column.length !== length)) {
    throw new RangeError('the columns of a family must be of one length');
  }
  if (!Number.isSafeInteger(samples) || samples < 1) {
    throw new RangeError(`${samples} is not a number of samples`);
  }
  const differences = pairs.map(([first, second]) => differencesOf(columns, first, second));
  if (method === 'exact') return differences.map(unsampledSignFlip);
  const sampled = pairs.map((pair, index) => ({
    pair,
    threshold: thresholdOf(columns, pair, differences[index] ?? []),
  }));
  const hits = sampledHits(columns, sampled, samples, randomWords(seed));
  return Array.from(hits, (count) => ({ p: (count + 1) / (samples + 1), method }));
}

function differencesOf(
  columns: readonly (readonly number[])[],
  first: number,
  second: number,
): number[] {
  const left = columns[first];
  const right = columns[second];
  if (left === undefined || right === undefined) {
    throw new RangeError(`there is no pair of columns ${first} and ${second}`);
  }
  return left.map((value, index) => value - (right[index] as number));
}

interface SampledPair {
  readonly pair: ColumnPair;
  readonly threshold: number;
}

/** Sums as far out as this count as at least as extreme as the one that was seen. */
function thresholdOf(
  columns: readonly (readonly number[])[],
  [first, second]: ColumnPair,
  differences: readonly number[],
): number {
  const { observed } = signFlipProblem(differences);
  const scale = [...(columns[first] ?? []), ...(columns[second] ?? [])].reduce(
    (sum, value) => sum + Math.abs(value),
    0,
  );
  return observed - scale * RELATIVE_TOLERANCE;
}

/** How many of the random patterns are as extreme, a count for each pair. */
function sampledHits(
  columns: readonly (readonly number[])[],
  pairs: readonly SampledPair[],
  samples: number,
  words: RandomWords,
): Float64Array {
  const hits = new Float64Array(pairs.length);
  if (pairs.length === 0) return hits;
  const used = [...new Set(pairs.flatMap(({ pair }) => pair))];
  const groups = groupColumns(used.map((index) => columns[index] ?? []));
  const placeOf = new Map(used.map((index, place) => [index, place]));
  const chunks = chunksOf(columns[0]?.length ?? 0);
  for (let done = 0; done < samples; done += BLOCK) {
    const patterns = drawPatterns(words, Math.min(BLOCK, samples - done), chunks);
    const sums = groups.flatMap((group) => signedSums(group, patterns));
    for (const [index, { pair, threshold }] of pairs.entries()) {
      const [first, second] = pair.map((column) => sums[placeOf.get(column) ?? -1]);
      if (first === undefined || second === undefined) throw new Error('every column has sums');
      hits[index] = (hits[index] as number) + countExtreme(first, second, threshold);
    }
  }
  return hits;
}

function countExtreme(first: Float64Array, second: Float64Array, threshold: number): number {
  let count = 0;
  for (let index = 0; index < first.length; index += 1) {
    const sum = (first[index] as number) - (second[index] as number);
    if (sum >= threshold || -sum >= threshold) count += 1;
  }
  return count;
}

/** A row of bytes a pattern. Every row begins with a new word, whose lowest byte comes first. */
function drawPatterns(words: RandomWords, size: number, chunks: number): Uint8Array {
  const patterns = new Uint8Array(size * chunks);
  for (let row = 0; row < patterns.length; row += chunks) {
    let word = 0;
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      word = chunk % 4 === 0 ? words() : word >>> 8;
      patterns[row + chunk] = word;
    }
  }
  return patterns;
}
