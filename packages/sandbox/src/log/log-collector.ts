import type { ContainerLog } from '../contract/container.ts';
import { ByteRing } from './byte-ring.ts';

/** Keeps the head and the tail of a log, up to a limit. */
export class LogCollector {
  private readonly headLimit: number;
  private readonly head: ByteRing;
  private readonly tail: ByteRing;
  private headBytes = 0;

  constructor(limitBytes: number) {
    this.headLimit = Math.ceil(limitBytes / 2);
    this.head = new ByteRing(this.headLimit);
    this.tail = new ByteRing(limitBytes - this.headLimit);
  }

  write(chunk: Buffer): void {
    const toHead = Math.min(chunk.length, this.headLimit - this.headBytes);
    this.headBytes += toHead;
    if (toHead > 0) this.head.add(chunk.subarray(0, toHead));
    if (toHead < chunk.length) this.tail.add(chunk.subarray(toHead));
  }

  get log(): ContainerLog {
    return {
      bytes: Buffer.concat([this.head.bytes(), this.tail.bytes()]),
      droppedBytes: this.tail.droppedBytes,
    };
  }
}
