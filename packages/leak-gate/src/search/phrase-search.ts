/**
 * Finds many phrases at once in a stream of bytes. At any offset, a phrase of at least
 * `MIN_PHRASE_BYTES` covers a block of 16 bytes that starts at a multiple of 8. Therefore only those
 * blocks of the text are hashed, and the eight possible blocks of each phrase are computed in
 * advance.
 */
export interface PhraseSearch {
  /** Calls `found` with the index of each phrase in `window`, possibly more than once. */
  search(window: AlignedWindow, found: (phrase: number) => void): void;
}

/** Bytes that are aligned to 4 in memory, so that they can be read as words. */
export interface AlignedWindow {
  readonly bytes: Buffer;
  readonly words: Int32Array;
}

const STEP = 8;
const BLOCK_WORDS = 4;
const BLOCK_BYTES = BLOCK_WORDS * 4;
export const MIN_PHRASE_BYTES: number = BLOCK_BYTES + STEP - 1;

const FILTER_BITS = 22;

/** A block of a phrase: the index of the phrase and the offset of the block. */
interface BlockPlace {
  readonly phrase: number;
  readonly offset: number;
}

/** @throws RangeError for a phrase that is shorter than `MIN_PHRASE_BYTES` */
export function phraseSearch(phrases: readonly Buffer[]): PhraseSearch {
  const filter = new Uint8Array(2 ** (FILTER_BITS - 3));
  const places = new Map<number, BlockPlace[]>();
  for (const [phrase, bytes] of phrases.entries()) {
    if (bytes.length < MIN_PHRASE_BYTES) throw new RangeError(`phrase ${phrase} is too short`);
    for (let offset = 0; offset < STEP; offset += 1) {
      const hash = hashBlock(alignedCopy(bytes.subarray(offset, offset + BLOCK_BYTES)).words, 0);
      const bit = hash >>> (32 - FILTER_BITS);
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
      const list = places.get(hash);
      if (list === undefined) places.set(hash, [{ phrase, offset }]);
      else list.push({ phrase, offset });
    }
  }
  return {
    search({ bytes, words }, found) {
      const last = (bytes.length - BLOCK_BYTES) >> 2;
      for (let word = 0; word <= last; word += STEP / 4) {
        const hash = hashBlock(words, word);
        const bit = hash >>> (32 - FILTER_BITS);
        if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) continue;
        for (const { phrase, offset } of places.get(hash) ?? []) {
          const wanted = phrases[phrase];
          const start = word * 4 - offset;
          if (wanted === undefined || start < 0 || start + wanted.length > bytes.length) continue;
          if (bytes.compare(wanted, 0, wanted.length, start, start + wanted.length) === 0) {
            found(phrase);
          }
        }
      }
    },
  };
}

function alignedCopy(bytes: Buffer): AlignedWindow {
  const copy = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
  bytes.copy(copy);
  return { bytes: copy.subarray(0, bytes.length), words: wordsOf(copy) };
}

function wordsOf(buffer: Buffer): Int32Array {
  return new Int32Array(buffer.buffer, buffer.byteOffset, buffer.length >> 2);
}

function hashBlock(words: Int32Array, at: number): number {
  let hash = Math.imul(words[at] ?? 0, 0x9e3779b1);
  hash = Math.imul((hash ^ (hash >>> 15)) + (words[at + 1] ?? 0), 0x85ebca77);
  hash = Math.imul((hash ^ (hash >>> 13)) + (words[at + 2] ?? 0), 0xc2b2ae3d);
  hash = Math.imul((hash ^ (hash >>> 16)) + (words[at + 3] ?? 0), 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
}
