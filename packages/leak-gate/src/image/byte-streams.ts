import { Readable, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';

/** Transforms a stream of bytes. */
export async function* through(
  chunks: AsyncIterable<Buffer>,
  transform: Duplex,
): AsyncGenerator<Buffer, void, undefined> {
  const feeding = feed(chunks, transform);
  for await (const chunk of transform) yield chunk as Buffer;
  await feeding;
}

export interface TarEntry {
  readonly header: Header;
  /** Valid until the next entry is requested. Unread content is skipped. */
  readonly chunks: AsyncIterable<Buffer>;
}

export async function* tarEntries(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<TarEntry, void, undefined> {
  const archive = extract();
  const feeding = feed(chunks, archive);
  for await (const entry of archive) {
    yield { header: entry.header, chunks: entry as AsyncIterable<Buffer> };
    entry.resume();
  }
  await feeding;
}

/** Ignores a failure that the reader of the other end also gets. */
function feed(chunks: AsyncIterable<Buffer>, target: NodeJS.WritableStream): Promise<void> {
  const feeding = pipeline(Readable.from(chunks, { objectMode: false }), target);
  feeding.catch(() => undefined);
  return feeding;
}

/** Reads a stream; undefined if it is larger than `maxBytes`. It is always read to the end. */
export async function collect(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length <= maxBytes) parts.push(chunk);
    else parts.length = 0;
  }
  return length <= maxBytes ? Buffer.concat(parts) : undefined;
}

export async function* once(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield await Promise.resolve(bytes);
}

/** A stream of bytes whose start was already read. */
export interface PeekedStream {
  /** The first `PEEK_BYTES` bytes or more, or the whole content if it is shorter. */
  readonly head: Buffer;
  /** The complete content including the start. It can be read once. */
  readonly chunks: AsyncIterable<Buffer>;
}

/** Sufficient to detect a tar by its first header. */
const PEEK_BYTES = 512;

export async function peek(source: AsyncIterable<Buffer>): Promise<PeekedStream> {
  const iterator = source[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  let length = 0;
  while (length < PEEK_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  const [only] = parts;
  const head = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
  return { head, chunks: rest(head, iterator) };
}

async function* rest(
  head: Buffer,
  iterator: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  if (head.length > 0) yield head;
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return;
    yield next.value;
  }
}
