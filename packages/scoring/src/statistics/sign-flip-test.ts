import { unsampledSignFlip } from './exact-sign-flip.ts';
import { randomWords, type RandomWords } from './random-words.ts';
import { RELATIVE_TOLERANCE, signFlipProblem } from './sign-flip-problem.ts';
import { chunksOf, groupColumns, signedSums } from './sign-sums.ts';

/** Options of the sign-flip test. */
export interface SignFlipOptions {
  /** `exact` (the default) uses no random numbers. `sampled` draws sign patterns, as in the paper. */
  readonly method?: 'exact' | 'sampled';
  /** Seed of the random patterns, an integer in 0..2^32 - 1. Defaults to 1. */
  readonly seed?: number;
  /** Number of random patterns, 1 or more. Defaults to 100,000, as in the paper. */
  readonly samples?: number;
}

/** The result of a sign-flip test. */
export interface SignFlipResult {
  /** Two-sided p-value. */
  readonly p: number;
  /**
   * `exact`: all sign patterns were counted. `saddlepoint`: p is accurate to 1e-4, and to 2 % of p if
   * p is below 0.05. `sampled`: seeded random patterns were drawn.
   */
  readonly method: 'exact' | 'saddlepoint' | 'sampled';
}

/** The indexes of two columns of a family. Their values are paired by position. */
export type ColumnPair = readonly [first: number, second: number];

/** Number of patterns to process at a time, so that their sums stay in the CPU cache. */
const BLOCK = 1024;

/**
 * Two-sided paired sign-flip permutation test. The p-value is the probability that the sum of the
 * differences is at least as far from 0 if every sign is random. Differences of 0 have no effect. The
 * sampled p-value is (hits + 1) / (samples + 1), which is never 0.
 * Source: CodeTaste (v2) for the sampled test.
 * @param differences first minus second, paired, in any unit
 * @throws RangeError if a difference is not finite or an option is invalid
 */
export function signFlipTest(
  differences: readonly number[],
  options: SignFlipOptions = {},
): SignFlipResult {
  const [result] = signFlipFamily([differences, differences.map(() => 0)], [[0, 1]], options);
  if (result === undefined) throw new Error('bug: a family of one pair has no result');
  return result;
}

/**
 * Runs the sign-flip test for many pairs of columns. All sampled pairs share the same patterns. Each
 * column is summed once per pattern, because the signed sum of a difference is the difference of two
 * signed sums. Sums that differ by rounding error only are equal.
 * @param columns values in any unit, paired by position
 * @param pairs the columns to compare, by index
 * @returns one result per pair, in order
 * @throws RangeError if the columns differ in length, a value is not finite, a pair has an invalid
 * index, or an option is invalid
 */
export function signFlipFamily(
  columns: readonly (readonly number[])[],
  pairs: readonly ColumnPair[],
  { method = 'exact', seed = 1, samples = 100_000 }: SignFlipOptions = {},
): readonly SignFlipResult[] {
  const length = columns[0]?.length ?? 0;
  if (columns.some((column) => column.length !== length)) {
    throw new RangeError('the columns of a family must have the same length');
  }
  if (!Number.isSafeInteger(samples) || samples < 1) {
    throw new RangeError(`invalid number of samples: ${samples}`);
  }
  const differences = pairs.map(([first, second]) => differencesOf(columns, first, second));
  if (method === 'exact') return differences.map(unsampledSignFlip);
  // Without a difference, every pattern is as extreme as the observed one.
  if (length === 0) return pairs.map(() => ({ p: 1, method }));
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
    throw new RangeError(`no such pair of columns: ${first} and ${second}`);
  }
  return left.map((value, index) => value - (right[index] as number));
}

interface SampledPair {
  readonly pair: ColumnPair;
  readonly threshold: number;
}

/** Sums of at least this absolute value count as extreme. */
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

/** Counts the random patterns with an extreme sum, for each pair. */
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
      if (first === undefined || second === undefined) throw new Error('bug: a column has no sums');
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

/** Draws one row of bytes per pattern. Each row starts with a new word, lowest byte first. */
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
