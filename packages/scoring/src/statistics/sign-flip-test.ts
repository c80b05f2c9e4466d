import { randomWords, type RandomWords } from './random-words.ts';
import { allSignedSums, chunksOf, groupColumns, signedSums } from './sign-sums.ts';

export interface SignFlipOptions {
  readonly seed: number;
  /** Random sign patterns where not all can be tried; 100,000 when absent, as in the paper. */
  readonly samples?: number;
}

export interface SignFlipResult {
  /** Two-sided. */
  readonly p: number;
  /** `exact`: every pattern of signs was tried; `sampled`: seeded random ones. */
  readonly method: 'exact' | 'sampled';
  /** How many patterns were tried. */
  readonly patterns: number;
}

/** Two columns of a family by their index; their values are paired by position. */
export type ColumnPair = readonly [first: number, second: number];

/** Patterns that are worked on at a time: their sums stay in the cache. */
const BLOCK = 1024;

/** All patterns are tried up to this many, however many samples are asked for. */
const MOST_EXACT = 2 ** 20;

/**
 * Paired sign-flip permutation test, two-sided: how often is the sum of the differences at least as
 * far from 0 when each difference's sign is drawn anew? Every pattern is tried where there are no
 * more of them than `samples` (and 2^20); otherwise p = (hits + 1) / (samples + 1), which is never 0.
 * Differences of 0 have no sign and do not matter.
 */
export function signFlipTest(
  differences: readonly number[],
  options: SignFlipOptions,
): SignFlipResult {
  const [result] = signFlipFamily([differences, differences.map(() => 0)], [[0, 1]], options);
  if (result === undefined) throw new Error('a family of one pair has one result');
  return result;
}

/**
 * The sign-flip test for many pairs of columns at once. All pairs see the same patterns, so a
 * column is summed once a pattern whatever the number of its pairs: the signed sum of a difference
 * is the difference of two signed sums. Sums that differ by no more than rounding count as equal.
 * @throws RangeError when the columns differ in length
 */
export function signFlipFamily(
  columns: readonly (readonly number[])[],
  pairs: readonly ColumnPair[],
  { seed, samples = 100_000 }: SignFlipOptions,
): readonly SignFlipResult[] {
  const length = columns[0]?.length ?? 0;
  if (columns.some((column) => column.length !== length)) {
    throw new RangeError('the columns of a family must be of one length');
  }
  const differences = pairs.map(([first, second]) => differencesOf(columns, first, second));
  const exact = differences.map((all) => {
    const nonzero = all.filter((difference) => difference !== 0);
    return 2 ** nonzero.length <= Math.min(samples, MOST_EXACT) ? exactTest(nonzero) : undefined;
  });
  const sampled = pairs.flatMap((pair, index) =>
    exact[index] === undefined ? [{ pair, threshold: thresholdOf(columns, pair) }] : [],
  );
  const hits = sampledHits(columns, sampled, samples, randomWords(seed)).values();
  return exact.map(
    (result) =>
      result ?? {
        p: ((hits.next().value ?? 0) + 1) / (samples + 1),
        method: 'sampled',
        patterns: samples,
      },
  );
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

/** Sums as far out as this count as at least as extreme as the one that was seen. */
function extremeFrom(differences: readonly number[], scale: number): number {
  const observed = differences.reduce((sum, difference) => sum + difference, 0);
  return Math.abs(observed) - scale * 1e-12;
}

function exactTest(differences: readonly number[]): SignFlipResult {
  const scale = differences.reduce((sum, difference) => sum + Math.abs(difference), 0);
  const threshold = extremeFrom(differences, scale);
  const sums = allSignedSums(differences);
  const hits = sums.reduce((count, sum) => count + (Math.abs(sum) >= threshold ? 1 : 0), 0);
  return { p: hits / sums.length, method: 'exact', patterns: sums.length };
}

interface SampledPair {
  readonly pair: ColumnPair;
  readonly threshold: number;
}

function thresholdOf(columns: readonly (readonly number[])[], [first, second]: ColumnPair): number {
  const scale = [...(columns[first] ?? []), ...(columns[second] ?? [])].reduce(
    (sum, value) => sum + Math.abs(value),
    0,
  );
  return extremeFrom(differencesOf(columns, first, second), scale);
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
