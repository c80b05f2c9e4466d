const FIRST_BUFFER_BYTES = 64 * 2 ** 10;

/**
 * Keeps the latest bytes of a stream, up to a limit. They are copied, because a slice would retain
 * the whole buffer of the transport.
 */
export class ByteRing {
  private readonly limit: number;
  private buffer: Buffer = Buffer.alloc(0);
  private total = 0;

  constructor(limitBytes: number) {
    this.limit = limitBytes;
  }

  /** Number of bytes that were dropped from the front. */
  get droppedBytes(): number {
    return Math.max(0, this.total - this.limit);
  }

  /** Byte n of the stream is stored at position n modulo the limit. */
  add(chunk: Buffer): void {
    const kept = chunk.subarray(Math.max(0, chunk.length - this.limit));
    const start = this.total + chunk.length - kept.length;
    this.total += chunk.length;
    if (kept.length === 0) return;
    this.grow(Math.min(this.limit, this.total));
    const position = start % this.limit;
    const untilEnd = Math.min(kept.length, this.limit - position);
    kept.copy(this.buffer, position, 0, untilEnd);
    kept.copy(this.buffer, 0, untilEnd);
  }

  /** Returns the bytes in order. The result is a copy if bytes were dropped. */
  bytes(): Buffer {
    if (this.total <= this.limit) return this.buffer.subarray(0, this.total);
    const start = this.total % this.limit;
    return Buffer.concat([this.buffer.subarray(start), this.buffer.subarray(0, start)]);
  }

  private grow(needed: number): void {
    if (needed <= this.buffer.length) return;
    const size = Math.max(needed, this.buffer.length * 2, FIRST_BUFFER_BYTES);
    const grown = Buffer.alloc(Math.min(this.limit, size));
    this.buffer.copy(grown);
    this.buffer = grown;
  }
}
