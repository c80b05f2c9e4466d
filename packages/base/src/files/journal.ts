import { open, readFile, truncate, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { guardDisk } from './disk-error.ts';
import { parseJson } from './json-file.ts';
import { makeFolder } from './make-folder.ts';

/**
 * An append-only file with one JSON event per line. A kill can truncate only the last line. Opening
 * removes an incomplete last line, so that the next event starts on a new line.
 */
export class Journal<T> implements AsyncDisposable {
  private readonly path: string;
  private readonly file: FileHandle;
  private queue: Promise<void> = Promise.resolve();

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.file = file;
  }

  /** Opens the file, or creates it. */
  static async open<T>(path: string): Promise<Journal<T>> {
    await makeFolder(dirname(path));
    await removeIncompleteLine(path);
    return new Journal<T>(path, await guardDisk(path, () => open(path, 'a')));
  }

  /** Resolves when the event is on the disk. Events keep the order of the calls. */
  append(event: T): Promise<void> {
    return this.appendAll([event]);
  }

  /** Appends several events with one write. */
  async appendAll(events: readonly T[]): Promise<void> {
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    const write = this.queue.then(() =>
      guardDisk(this.path, async () => {
        await this.file.appendFile(lines);
        await this.file.datasync();
      }),
    );
    // A failed write must not affect later ones.
    this.queue = write.catch(() => undefined);
    await write;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.queue;
    await this.file.close();
  }
}

/** Reads the events of a journal in order. Invalid lines are counted. */
export async function readJournal<T>(
  path: string,
  schema: z.ZodType<T>,
): Promise<{ readonly events: readonly T[]; readonly invalidLines: number }> {
  const text = await readText(path);
  const parsed = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseJson(line, schema));
  const events = parsed.flatMap((line) => (line.kind === 'valid' ? [line.value] : []));
  return { events, invalidLines: parsed.length - events.length };
}

async function removeIncompleteLine(path: string): Promise<void> {
  const text = await readText(path);
  if (text === '' || text.endsWith('\n')) return;
  await truncate(path, Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)));
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
