const LETTER = 1;
const DIGIT = 2;

/** What a byte is in a word; bytes of other letters than ASCII's separate words. */
const CLASS = new Uint8Array(256);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) CLASS[code] = LETTER;
  else if (/\d/.test(character)) CLASS[code] = DIGIT;
}

/** Longer runs are data: words are not looked for at each place in them, but taken to be there. */
const LONGEST_NUMBER = 64;

const FNV_START = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/**
 * Finds in one pass over a file which of some words it may hold: by hash, so a word may be reported
 * that is not there, but none is missed. A word begins with a letter; after digits (`1and`) it may
 * begin anywhere.
 */
export class WordSet {
  /** Pairs of hash and number of the word + 1 (0: free), open addressing. */
  private readonly table: Int32Array;
  private readonly mask: number;
  private readonly size: number;

  constructor(words: readonly string[]) {
    let slots = 64;
    while (slots < words.length * 4) slots *= 2;
    this.table = new Int32Array(slots * 2);
    this.mask = slots - 1;
    this.size = words.length;
    for (const [index, word] of words.entries()) this.insert(hashOf(word), index);
  }

  /** One flag a word, in their order. */
  foundIn(bytes: Buffer): Uint8Array {
    const found = new Uint8Array(this.size);
    if (this.size === 0) return found;
    let at = 0;
    while (at < bytes.length) {
      const kind = CLASS[bytes[at] ?? 0];
      if (kind === 0) at += 1;
      else if (kind === LETTER) at = this.markWord(bytes, at, found);
      else at = this.markAfterDigits(bytes, at, found);
    }
    return found;
  }

  /** Marks the word that begins here; returns where it ends. */
  private markWord(bytes: Buffer, start: number, found: Uint8Array): number {
    let hash = FNV_START;
    let at = start;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (CLASS[byte] === 0) break;
      hash = Math.imul(hash ^ byte, FNV_PRIME);
    }
    this.mark(hash, found);
    return at;
  }

  private markAfterDigits(bytes: Buffer, start: number, found: Uint8Array): number {
    let end = start;
    while (end < bytes.length && CLASS[bytes[end] ?? 0] !== 0) end += 1;
    if (end - start > LONGEST_NUMBER) found.fill(1);
    else {
      for (let at = start; at < end; at += 1) {
        if (CLASS[bytes[at] ?? 0] === LETTER) this.markWord(bytes, at, found);
      }
    }
    return end;
  }

  private mark(hash: number, found: Uint8Array): void {
    const { table, mask } = this;
    for (let slot = hash & mask; table[slot * 2 + 1] !== 0; slot = (slot + 1) & mask) {
      if (table[slot * 2] === hash) found[(table[slot * 2 + 1] ?? 0) - 1] = 1;
    }
  }

  private insert(hash: number, index: number): void {
    let slot = hash & this.mask;
    while (this.table[slot * 2 + 1] !== 0) slot = (slot + 1) & this.mask;
    this.table[slot * 2] = hash;
    this.table[slot * 2 + 1] = index + 1;
  }
}

function hashOf(word: string): number {
  let hash = FNV_START;
  for (const byte of Buffer.from(word, 'latin1')) hash = Math.imul(hash ^ byte, FNV_PRIME);
  return hash;
}
