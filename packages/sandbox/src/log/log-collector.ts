import type { ContainerLog } from '../container.ts';

const FIRST_BUFFER_BYTES = 64 * 2 ** 10;

/**
 * Keeps the head and the tail of a log within a number of bytes. Bytes are copied: a kept slice
 * would hold the transport's whole buffer alive.
 */
export class LogCollector {
  private readonly headLimit: number;
  private readonly tailLimit: number;
  private head: Buffer = Buffer.alloc(0);
  private headBytes = 0;
  private tail: Buffer = Buffer.alloc(0);
  /** All bytes that went past the head. */
  private tailTotal = 0;

  constructor(limitBytes: number) {
    this.headLimit = Math.ceil(limitBytes / 2);
    this.tailLimit = limitBytes - this.headLimit;
  }

  write(chunk: Buffer): void {
    const toHead = Math.min(chunk.length, this.headLimit - this.headBytes);
    if (toHead > 0) this.appendHead(chunk.subarray(0, toHead));
    if (toHead < chunk.length) this.appendTail(chunk.subarray(toHead));
  }

  get log(): ContainerLog {
    const head = this.head.subarray(0, this.headBytes);
    if (this.tailTotal <= this.tailLimit) {
      return {
        bytes: Buffer.concat([head, this.tail.subarray(0, this.tailTotal)]),
        droppedBytes: 0,
      };
    }
    const start = this.tailLimit === 0 ? 0 : this.tailTotal % this.tailLimit;
    return {
      bytes: Buffer.concat([head, this.tail.subarray(start), this.tail.subarray(0, start)]),
      droppedBytes: this.tailTotal - this.tailLimit,
    };
  }

  private appendHead(bytes: Buffer): void {
    const needed = this.headBytes + bytes.length;
    if (needed > this.head.length) {
      const size = Math.max(needed, this.head.length * 2, FIRST_BUFFER_BYTES);
      const grown = Buffer.alloc(Math.min(this.headLimit, size));
      this.head.copy(grown, 0, 0, this.headBytes);
      this.head = grown;
    }
    bytes.copy(this.head, this.headBytes);
    this.headBytes = needed;
  }

  /** The tail is a ring: byte n of it stands at n modulo its size. */
  private appendTail(bytes: Buffer): void {
    if (this.tailLimit > 0) {
      if (this.tail.length === 0) this.tail = Buffer.alloc(this.tailLimit);
      const kept = bytes.subarray(Math.max(0, bytes.length - this.tailLimit));
      const position = (this.tailTotal + bytes.length - kept.length) % this.tailLimit;
      const untilEnd = Math.min(kept.length, this.tailLimit - position);
      kept.copy(this.tail, position, 0, untilEnd);
      kept.copy(this.tail, 0, untilEnd);
    }
    this.tailTotal += bytes.length;
  }
}
