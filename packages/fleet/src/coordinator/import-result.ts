import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { readAttempt } from '@refbench/workspace';
import { exists } from '@refbench/base';

/** A result is at most this large. Patches and logs have limits of their own, which are lower. */
export const MAX_RESULT_BYTES = 2_000_000_000;
const MAX_FILES = 10_000;

/** `imported`: the number of the last try. */
export type Imported =
  | { readonly kind: 'imported'; readonly last: number }
  | { readonly kind: 'rejected'; readonly reason: string };

/**
 * Takes the tries of a finished lease into the folder of their cell. Nothing is visible there before all of
 * them were read and checked.
 * @param archive path of a tar archive with folders `<number>/`
 * @param folder folder of the cell
 * @param after number of the last try that existed when the lease was given
 */
export async function importResult(
  archive: string,
  folder: string,
  after: number,
): Promise<Imported> {
  const staging = `${archive}.d`;
  try {
    const unpacked = await unpack(archive, staging, after);
    if (unpacked.kind === 'rejected') return unpacked;
    const { numbers } = unpacked;
    const last = numbers.at(-1);
    if (last === undefined) return { kind: 'rejected', reason: 'it contains no try' };
    for (const number of numbers) {
      const attempt = await readAttempt(join(staging, String(number)));
      if (attempt.kind !== 'recorded') {
        return { kind: 'rejected', reason: `try ${number} is not finished: ${attempt.reason}` };
      }
    }
    await mkdir(folder, { recursive: true });
    for (const number of numbers) await moveTry(staging, folder, number);
    return { kind: 'imported', last };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The gateway of this host has written usage.jsonl, which stays. */
async function moveTry(staging: string, folder: string, number: number): Promise<void> {
  const [from, to] = [join(staging, String(number)), join(folder, String(number))];
  await keepUsage(to, from);
  await rm(to, { recursive: true, force: true });
  await rename(from, to);
}

async function keepUsage(from: string, to: string): Promise<void> {
  if (!(await exists(from))) return;
  for (const name of await readdir(from, { recursive: true })) {
    if (!/(?:^|\/)usage\.jsonl$/.test(name)) continue;
    await mkdir(dirname(join(to, name)), { recursive: true });
    await rename(join(from, name), join(to, name));
  }
}

async function unpack(
  archive: string,
  staging: string,
  after: number,
): Promise<
  | { readonly kind: 'unpacked'; readonly numbers: readonly number[] }
  | { readonly kind: 'rejected'; readonly reason: string }
> {
  if ((await stat(archive)).size > MAX_RESULT_BYTES) {
    return { kind: 'rejected', reason: `it has more than ${MAX_RESULT_BYTES} bytes` };
  }
  const numbers = new Set<number>();
  const reader = extract();
  const reading = pipeline(createReadStream(archive), reader);
  // Errors of the archive also end the loop below.
  reading.catch(() => undefined);
  let files = 0;
  try {
    for await (const entry of reader) {
      const { name, type } = entry.header;
      const number = Number(/^(?<number>[1-9]\d*)\/(?:[\w.-]+\/)*[\w.-]+$/.exec(name)?.[1]);
      const isPlain = type === 'file' && !name.split('/').some((part) => /^\.+$/.test(part));
      if (!isPlain || !(number > after)) {
        return { kind: 'rejected', reason: `"${name}" does not belong to a new try` };
      }
      files += 1;
      if (files > MAX_FILES) return { kind: 'rejected', reason: `it has over ${MAX_FILES} files` };
      const target = join(staging, name);
      await mkdir(dirname(target), { recursive: true });
      await pipeline(entry, createWriteStream(target, { flags: 'wx' }));
      numbers.add(number);
    }
    await reading;
  } catch (error) {
    return { kind: 'rejected', reason: `it cannot be read: ${String(error)}` };
  }
  return { kind: 'unpacked', numbers: [...numbers].sort((one, other) => one - other) };
}
