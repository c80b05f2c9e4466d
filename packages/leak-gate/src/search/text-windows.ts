import type { AlignedWindow } from './phrase-search.ts';

/** The maximum length of a text that is found reliably across two windows. */
export const MAX_PHRASE_BYTES = 512;

const WINDOW_BYTES = 2 ** 20;

/** Splits a stream into windows that overlap by `MAX_PHRASE_BYTES`. All windows use one buffer. */
export class TextWindows {
  private readonly buffer: Buffer = Buffer.from(new ArrayBuffer(WINDOW_BYTES));
  private readonly words: Int32Array = new Int32Array(this.buffer.buffer);
  private filled = 0;

  /** Starts another text. */
  reset(): void {
    this.filled = 0;
  }

  /** Calls `look` with each full window. */
  push(chunk: Buffer, look: (window: AlignedWindow) => void): void {
    let at = 0;
    while (at < chunk.length) {
      const copied = chunk.copy(this.buffer, this.filled, at);
      at += copied;
      this.filled += copied;
      if (this.filled < WINDOW_BYTES) return;
      this.flush(look);
      this.buffer.copyWithin(0, WINDOW_BYTES - MAX_PHRASE_BYTES, WINDOW_BYTES);
      this.filled = MAX_PHRASE_BYTES;
    }
  }

  /** Calls `look` with the rest. */
  flush(look: (window: AlignedWindow) => void): void {
    look({ bytes: this.buffer.subarray(0, this.filled), words: this.words });
  }
}
