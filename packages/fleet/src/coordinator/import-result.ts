import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { JOURNAL } from '../protocol/journal.ts';
import { extract, type Extract } from 'tar-stream';
import { journalEventSchema, RefbenchError, type JournalEvent } from '@refbench/contracts';
import { readAttempt } from '@refbench/workspace';
import { errorText, exists, parseJson } from '@refbench/base';

/** A result is at most this large. Patches and logs have limits of their own, which are lower. */
export const MAX_RESULT_BYTES = 2_000_000_000;
const MAX_FILES = 10_000;
const KEPT: ReadonlySet<JournalEvent['kind']> = new Set([
  'attempt-started',
  'phase-started',
  'phase-ended',
  'attempt-ended',
  'graded',
]);

/** `imported`: the events of the attempt, for the journal of the run. */
export type Imported =
  | { readonly kind: 'imported'; readonly events: readonly JournalEvent[] }
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
    if (numbers.length === 0) return { kind: 'rejected', reason: 'it contains no try' };
    for (const number of numbers) {
      const problem = await problemOf(join(staging, String(number)));
      if (problem !== undefined) return { kind: 'rejected', reason: `try ${number}: ${problem}` };
    }
    await mkdir(folder, { recursive: true });
    for (const number of numbers) await moveTry(staging, folder, number);
    return { kind: 'imported', events: unpacked.events };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** What happened to an attempt. Phases were reported while they began. */
function eventsIn(journal: string): readonly JournalEvent[] {
  return journal.split('\n').flatMap((line) => {
    const event = parseJson(line, journalEventSchema);
    return event.kind === 'valid' && KEPT.has(event.value.kind) ? [event.value] : [];
  });
}

/** Why the files of a try are not a whole one; undefined if they are. */
async function problemOf(folder: string): Promise<string | undefined> {
  try {
    const attempt = await readAttempt(folder);
    return attempt.kind === 'recorded' ? undefined : attempt.reason;
  } catch (error) {
    if (RefbenchError.isInstance(error)) return error.message;
    throw error;
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

type Unpacked =
  | {
      readonly kind: 'unpacked';
      readonly numbers: readonly number[];
      readonly events: readonly JournalEvent[];
    }
  | { readonly kind: 'rejected'; readonly reason: string };

async function unpack(archive: string, staging: string, after: number): Promise<Unpacked> {
  if ((await stat(archive)).size > MAX_RESULT_BYTES) {
    return { kind: 'rejected', reason: `it has more than ${MAX_RESULT_BYTES} bytes` };
  }
  const reader = extract();
  const reading = pipeline(createReadStream(archive), reader);
  // If the archive ends too early, the reader waits for more for ever.
  const broken = new Promise<never>((_, reject) => {
    reading.catch(reject);
  });
  try {
    return await Promise.race([writeEntries(reader, staging, after), broken]);
  } catch (error) {
    reader.destroy();
    return { kind: 'rejected', reason: `it cannot be read: ${errorText(error)}` };
  }
}

async function writeEntries(reader: Extract, staging: string, after: number): Promise<Unpacked> {
  const numbers = new Set<number>();
  let journal = '';
  let files = 0;
  for await (const entry of reader) {
    const { name, type } = entry.header;
    if (name === JOURNAL && type === 'file' && journal === '') {
      journal = await text(entry);
      continue;
    }
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
  return {
    kind: 'unpacked',
    numbers: [...numbers].sort((one, other) => one - other),
    events: eventsIn(journal),
  };
}
