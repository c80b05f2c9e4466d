import { mersenneFromState } from 'pure-rand/generator/mersenne';

const WORDS = 624;

/** Reproduces CPython's `random.Random(seed)` with the same values in the same order. */
export interface PythonRandom {
  /** Like `getrandbits(bits)`, for up to 32 bits. */
  readonly bits: (bits: number) => number;
  /** Like `randrange(limit)`: an integer from 0 up to, but not including, the limit. */
  readonly below: (limit: number) => number;
  /** Like `sample(pool, count)`: draws without replacement, in the order drawn. */
  readonly sample: <T>(pool: readonly T[], count: number) => readonly T[];
}

/**
 * Seeds a generator.
 * @param seed a safe integer; CPython uses its absolute value
 * @throws RangeError for any other seed
 */
export function pythonRandom(seed: number): PythonRandom {
  if (!Number.isSafeInteger(seed))
    throw new RangeError(`${seed} is not a valid seed: use an integer`);
  const generator = mersenneFromState([0, ...stateOfKey(keyOf(Math.abs(seed)))]);
  // The state of the library is one round ahead of the reference, so skip one round of words.
  for (let word = 0; word < WORDS; word += 1) generator.next();
  const bits = (count: number): number => (generator.next() >>> 0) >>> (32 - count);
  const below = (limit: number): number => {
    const length = 32 - Math.clz32(limit);
    let drawn = bits(length);
    while (drawn >= limit) drawn = bits(length);
    return drawn;
  };
  return { bits, below, sample: (pool, count) => sampleOf(pool, count, below) };
}

/** Splits a seed into words of 32 bits, the lowest first, like CPython. */
function keyOf(seed: number): readonly number[] {
  const high = Math.floor(seed / 2 ** 32);
  return high === 0 ? [seed >>> 0] : [seed >>> 0, high];
}

/** `init_by_array` of the authors of the generator. */
function stateOfKey(key: readonly number[]): number[] {
  const state = new Uint32Array(WORDS);
  state[0] = 19_650_218;
  for (let i = 1; i < WORDS; i += 1) state[i] = spread(state, i - 1, 1_812_433_253) + i;
  let i = 1;
  const step = (): void => {
    i += 1;
    if (i < WORDS) return;
    state[0] = state[WORDS - 1] ?? 0;
    i = 1;
  };
  for (let k = 0; k < Math.max(WORDS, key.length); k += 1) {
    const j = k % key.length;
    state[i] = ((state[i] ?? 0) ^ spread(state, i - 1, 1_664_525)) + (key[j] ?? 0) + j;
    step();
  }
  for (let k = 1; k < WORDS; k += 1) {
    state[i] = ((state[i] ?? 0) ^ spread(state, i - 1, 1_566_083_941)) - i;
    step();
  }
  state[0] = 0x8000_0000;
  return [...state];
}

function spread(state: Uint32Array, at: number, factor: number): number {
  const word = state[at] ?? 0;
  return Math.imul(word ^ (word >>> 30), factor);
}

/**
 * CPython draws from a shrinking copy of a small pool. For a large pool it records the drawn
 * positions.
 */
function sampleOf<T>(
  pool: readonly T[],
  count: number,
  below: (limit: number) => number,
): readonly T[] {
  if (!Number.isInteger(count) || count < 0 || count > pool.length) {
    throw new RangeError(`a sample of ${count} cannot be drawn from a pool of ${pool.length}`);
  }
  let setSize = 21;
  if (count > 5) setSize += 4 ** Math.ceil(Math.log(count * 3) / Math.log(4));
  return pool.length <= setSize ? drawAndMove(pool, count, below) : drawNew(pool, count, below);
}

function drawAndMove<T>(
  pool: readonly T[],
  count: number,
  below: (limit: number) => number,
): readonly T[] {
  const left = [...pool];
  return Array.from({ length: count }, (_, drawn) => {
    const last = pool.length - drawn - 1;
    const at = below(last + 1);
    const chosen = left[at] as T;
    left[at] = left[last] as T;
    return chosen;
  });
}

function drawNew<T>(
  pool: readonly T[],
  count: number,
  below: (limit: number) => number,
): readonly T[] {
  const taken = new Set<number>();
  return Array.from({ length: count }, () => {
    let at = below(pool.length);
    while (taken.has(at)) at = below(pool.length);
    taken.add(at);
    return pool[at] as T;
  });
}
