import { randomWords, type RandomWords } from './random-words.ts';
import { chunksOf, signedSums, signTable } from './sign-sums.ts';

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

/**
 * Paired sign-flip permutation test, two-sided: how often is the sum of the differences at least as
 * far from 0 when each difference's sign is drawn anew? Every pattern is tried where there are no
 * more of them than `samples`; otherwise p = (hits + 1) / (samples + 1), which is never 0.
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
    return 2 ** nonzero.length <= samples ? exactTest(nonzero) : undefined;
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

/** The first value's sign is left alone: a pattern and its opposite are equally extreme. */
function exactTest(differences: readonly number[]): SignFlipResult {
  if (differences.length === 0) return { p: 1, method: 'exact', patterns: 1 };
  const free = differences.length - 1;
  const scale = differences.reduce((sum, difference) => sum + Math.abs(difference), 0);
  const threshold = extremeFrom(differences, scale);
  const table = signTable(differences);
  const patterns = new Uint8Array(chunksOf(differences.length));
  const sum = new Float64Array(1);
  let hits = 0;
  for (let pattern = 0; pattern < 2 ** free; pattern += 1) {
    const bits = pattern * 2;
    for (const chunk of patterns.keys()) patterns[chunk] = (bits >>> (8 * chunk)) & 0xff;
    signedSums(table, patterns, sum);
    if (Math.abs(sum[0] as number) >= threshold) hits += 1;
  }
  return { p: hits / 2 ** free, method: 'exact', patterns: 2 ** differences.length };
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
  const used = new Set(pairs.flatMap(({ pair }) => pair));
  const tables = columns.map((column, index) => (used.has(index) ? signTable(column) : undefined));
  const chunks = chunksOf(columns[0]?.length ?? 0);
  const sums = columns.map(() => new Float64Array(BLOCK));
  for (let done = 0; done < samples; done += BLOCK) {
    const size = Math.min(BLOCK, samples - done);
    const patterns = drawPatterns(words, size, chunks);
    for (const [index, table] of tables.entries()) {
      const target = sums[index];
      if (table !== undefined && target !== undefined) {
        signedSums(table, patterns, target.subarray(0, size));
      }
    }
    for (const [index, { pair, threshold }] of pairs.entries()) {
      const [first, second] = pair;
      hits[index] =
        (hits[index] as number) +
        countExtreme(sums[first] as Float64Array, sums[second] as Float64Array, size, threshold);
    }
  }
  return hits;
}

function countExtreme(
  first: Float64Array,
  second: Float64Array,
  size: number,
  threshold: number,
): number {
  let count = 0;
  for (let index = 0; index < size; index += 1) {
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
