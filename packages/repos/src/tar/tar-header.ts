/** One entry of a tar; names are one character a byte, as they stand in the archive. */
export interface TarHeader {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'hardlink' | 'special';
  readonly mode: number;
  /** Bytes of the body. */
  readonly size: number;
  /** Of links; else empty. */
  readonly linkTarget: string;
}

export const BLOCK_BYTES = 512;

/** Bytes that fill the last block of a body. */
export function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** Sum of a header's bytes, its own field counted as blanks. */
export function checksumOf(block: Buffer): number {
  let sum = 0;
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0);
  }
  return sum;
}
