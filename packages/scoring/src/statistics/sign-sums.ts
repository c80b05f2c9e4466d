/** Sums are looked up for eight signs and four columns at a time. */
const CHUNK_BITS = 8;
const CHUNK_VALUES = 1 << CHUNK_BITS;
const WIDTH = 4;

/** Up to four columns whose signed sums are computed together. */
export interface ColumnGroup {
  readonly columns: readonly ArrayLike<number>[];
  readonly table: Float64Array;
}

/** Number of chunks for the signs of `length` values. */
export function chunksOf(length: number): number {
  return Math.ceil(length / CHUNK_BITS);
}

/**
 * Groups columns and tabulates their sums for every pattern of eight signs. Entry
 * `(chunk * 256 + bits) * 4 + column` is the sum of the chunk's values, with a value negated if its bit
 * is 1. A signed sum of n values then takes n / 8 look-ups. Four columns share each read of the pattern,
 * and their entries are adjacent in memory.
 */
export function groupColumns(columns: readonly ArrayLike<number>[]): readonly ColumnGroup[] {
  const groups: ColumnGroup[] = [];
  for (let first = 0; first < columns.length; first += WIDTH) {
    const members = columns.slice(first, first + WIDTH);
    const chunks = chunksOf(members[0]?.length ?? 0);
    const table = new Float64Array(chunks * CHUNK_VALUES * WIDTH);
    for (const [index, column] of members.entries()) fillTable(table, column, index);
    groups.push({ columns: members, table });
  }
  return groups;
}

function fillTable(table: Float64Array, column: ArrayLike<number>, offset: number): void {
  for (let chunk = 0; chunk < chunksOf(column.length); chunk += 1) {
    const values = Array.from(
      { length: CHUNK_BITS },
      (_, bit) => column[chunk * CHUNK_BITS + bit] ?? 0,
    );
    for (const [bits, sum] of allSignedSums(values).entries()) {
      table[(chunk * CHUNK_VALUES + bits) * WIDTH + offset] = sum;
    }
  }
}

/** Sums of the values for all sign patterns. Entry `bits` negates value i if bit i is 1. */
export function allSignedSums(values: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** values.length);
  let known = 1;
  for (const value of values) {
    for (let bits = 0; bits < known; bits += 1) {
      const sum = sums[bits] as number;
      sums[bits] = sum + value;
      sums[bits + known] = sum - value;
    }
    known *= 2;
  }
  return sums;
}

/**
 * Computes the signed sums of a group's columns, one array per column with one sum per pattern.
 * @param patterns one row of bytes per pattern, one byte per chunk
 */
export function signedSums(
  { columns, table }: ColumnGroup,
  patterns: Uint8Array,
): readonly Float64Array[] {
  const chunks = table.length / (CHUNK_VALUES * WIDTH);
  const rows = patterns.length / chunks;
  const [a, b, c, d] = [0, 1, 2, 3].map(() => new Float64Array(rows)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
    for (let base = 0; base < table.length; base += CHUNK_VALUES * WIDTH) {
      const entry = base + (patterns[at] as number) * WIDTH;
      sumA += table[entry] as number;
      sumB += table[entry + 1] as number;
      sumC += table[entry + 2] as number;
      sumD += table[entry + 3] as number;
      at += 1;
    }
    a[row] = sumA;
    b[row] = sumB;
    c[row] = sumC;
    d[row] = sumD;
  }
  return [a, b, c, d].slice(0, columns.length);
}
