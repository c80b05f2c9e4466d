/** Returns the next 32 random bits as an integer in 0..2^32 - 1. */
export type RandomWords = () => number;

/**
 * Creates a random number generator: xoshiro128** by Blackman and Vigna, initialised by splitmix32. The
 * seed makes published p-values reproducible. Do not use it for secrets.
 * @param seed an integer in 0..2^32 - 1
 * @throws RangeError if the seed is not an integer in 0..2^32 - 1
 */
export function randomWords(seed: number): RandomWords {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new RangeError(`seed must be an integer in 0..4294967295, not ${seed}`);
  }
  const fill = splitmix(seed);
  let a = fill();
  let b = fill();
  let c = fill();
  let d = fill();
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
}

/** Returns a uniformly distributed integer in 0..limit - 1, where 1 <= limit <= 2^32. */
export function randomBelow(words: RandomWords, limit: number): number {
  const fair = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const word = words();
    if (word < fair) return word % limit;
  }
}

function splitmix(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
