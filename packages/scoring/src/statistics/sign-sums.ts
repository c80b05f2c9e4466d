/** Signs are looked up eight at a time. */
const CHUNK_BITS = 8;
const CHUNK_VALUES = 1 << CHUNK_BITS;

/** How many chunks the signs of `length` values take. */
export function chunksOf(length: number): number {
  return Math.ceil(length / CHUNK_BITS);
}

/**
 * Sums of a column's values under every pattern of eight flipped signs: entry `chunk * 256 + bits`
 * is the sum of the chunk's values, each negated where its bit is 1. A signed sum of n values is then
 * n / 8 look-ups, and each column's table stays in the nearest cache.
 */
export function signTable(column: ArrayLike<number>): Float64Array {
  const chunks = chunksOf(column.length);
  const table = new Float64Array(chunks * CHUNK_VALUES);
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    for (let bits = 0; bits < CHUNK_VALUES; bits += 1) {
      let sum = 0;
      for (let bit = 0; bit < CHUNK_BITS; bit += 1) {
        const value = column[chunk * CHUNK_BITS + bit] ?? 0;
        sum += (bits >>> bit) & 1 ? -value : value;
      }
      table[chunk * CHUNK_VALUES + bits] = sum;
    }
  }
  return table;
}

/**
 * Writes the signed sum for each pattern into `sums`. `patterns` holds one row of bytes a pattern,
 * each as long as the table has chunks.
 */
export function signedSums(table: Float64Array, patterns: Uint8Array, sums: Float64Array): void {
  const chunks = table.length / CHUNK_VALUES;
  let at = 0;
  for (let pattern = 0; pattern < sums.length; pattern += 1) {
    let sum = 0;
    for (let base = 0; base < table.length; base += CHUNK_VALUES) {
      sum += table[base + (patterns[at] as number)] as number;
      at += 1;
    }
    sums[pattern] = sum;
  }
  if (at !== chunks * sums.length) throw new RangeError('the patterns do not fit the table');
}
