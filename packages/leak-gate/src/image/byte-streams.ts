import { Readable, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';

/** The bytes as `transform` makes them. */
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
  /** Only until the next entry is asked for; what is not read is skipped. */
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

/** Whoever reads the other end sees the same failure, so nobody must wait for this one. */
function feed(chunks: AsyncIterable<Buffer>, target: NodeJS.WritableStream): Promise<void> {
  const feeding = pipeline(Readable.from(chunks, { objectMode: false }), target);
  feeding.catch(() => undefined);
  return feeding;
}

/** Undefined where there is more than `maxBytes`; it is read to its end all the same. */
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

/** A stream of bytes whose beginning is known. */
export interface PeekedStream {
  /** At least `PEEK_BYTES`, or all there is. */
  readonly head: Buffer;
  /** All of it, the beginning too; to be read once. */
  readonly chunks: AsyncIterable<Buffer>;
}

/** Enough to know a tar by its first header. */
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
