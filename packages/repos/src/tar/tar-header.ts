/** One entry of a tar archive. Names have one character per byte. */
export interface TarHeader {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'hardlink' | 'special';
  readonly mode: number;
  /** Size of the body in bytes. */
  readonly size: number;
  /** The target of a link; empty otherwise. */
  readonly linkTarget: string;
}

export const BLOCK_BYTES = 512;

/** Returns the padding of the last block of a body. */
export function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** Returns the sum of the bytes of a header, with its checksum field counted as spaces. */
export function checksumOf(block: Buffer): number {
  let sum = 0;
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0);
  }
  return sum;
}
