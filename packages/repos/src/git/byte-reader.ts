import type { Readable } from 'node:stream';

/** The stream ended before the expected number of bytes. */
export class ShortRead extends Error {
  override readonly name = 'ShortRead';
}

/** Reads a byte stream by count or up to a separator, with a minimal buffer. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.source = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Whether the stream is at its end. */
  async atEnd(): Promise<boolean> {
    return this.rest.length === 0 && !(await this.fill());
  }

  /** @throws ShortRead */
  async read(count: number): Promise<Buffer> {
    if (this.rest.length >= count) return this.take(count);
    const parts: Buffer[] = [];
    for await (const part of this.pieces(count)) parts.push(part);
    return Buffer.concat(parts, count);
  }

  /** Yields the next `count` bytes in chunks. @throws ShortRead */
  async *pieces(count: number): AsyncGenerator<Buffer, void, undefined> {
    let left = count;
    while (left > 0) {
      if (await this.atEnd()) throw new ShortRead(`the stream ended ${left} bytes early`);
      const piece = this.take(Math.min(left, this.rest.length));
      left -= piece.length;
      yield piece;
    }
  }

  /** @throws ShortRead */
  async skip(count: number): Promise<void> {
    for await (const piece of this.pieces(count)) void piece;
  }

  /** Reads up to the separator, which is not returned. @throws ShortRead */
  async readUntil(separator: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (;;) {
      if (await this.atEnd()) throw new ShortRead('the stream ended within a record');
      const at = this.rest.indexOf(separator);
      if (at >= 0) {
        parts.push(this.take(at));
        this.rest = this.rest.subarray(1);
        return Buffer.concat(parts);
      }
      parts.push(this.take(this.rest.length));
    }
  }

  /** Closes the stream without reading the rest. */
  async cancel(): Promise<void> {
    await this.source.return?.();
  }

  private take(count: number): Buffer {
    const taken = this.rest.subarray(0, count);
    this.rest = this.rest.subarray(count);
    return taken;
  }

  private async fill(): Promise<boolean> {
    for (;;) {
      const next = await this.source.next();
      if (next.done === true) return false;
      if (next.value.length === 0) continue;
      this.rest = next.value;
      return true;
    }
  }
}
