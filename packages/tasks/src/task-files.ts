import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesWithoutCanary, RefbenchError, type Track } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/base';

/** The texts of a task in the folder of an instance. */
export interface TaskTexts {
  readonly instructed: string;
  readonly open: string;
}

function taskFile(dir: string, track: Track): string {
  return join(dir, `task.${track}.md`);
}

/**
 * Returns the exact bytes of a text, for its digest; undefined if the file does not exist. The canary of
 * a data set is no part of a text.
 */
export async function readTaskBytes(dir: string, track: Track): Promise<Buffer | undefined> {
  const bytes = await readFile(taskFile(dir, track)).catch(() => undefined);
  return bytes === undefined ? undefined : bytesWithoutCanary(bytes);
}

/** Returns undefined if the file does not exist. */
export async function readTaskText(dir: string, track: Track): Promise<string | undefined> {
  return (await readTaskBytes(dir, track))?.toString('utf8');
}

/**
 * Makes sure that texts can be written, so that nothing is paid for a text that cannot be stored.
 * @throws RefbenchError kind `usage` if a file exists and may not be replaced
 */
export async function assertWritable(
  dir: string,
  tracks: readonly Track[],
  replace: boolean,
): Promise<void> {
  for (const track of tracks) {
    if (replace || (await readTaskText(dir, track)) === undefined) continue;
    throw new RefbenchError({
      kind: 'usage',
      message: `${taskFile(dir, track)} already exists`,
      hint: 'edit it, or replace it with --force',
    });
  }
}

/**
 * Writes the given texts, each atomically.
 * @returns the paths of the files
 * @throws RefbenchError kind `usage` if a file exists and may not be replaced
 */
export async function writeTaskTexts(
  dir: string,
  texts: Partial<TaskTexts>,
  replace: boolean,
): Promise<readonly string[]> {
  const entries = Object.entries(texts) as [Track, string][];
  const tracks = entries.map(([track]) => track);
  await assertWritable(dir, tracks, replace);
  for (const [track, text] of entries) {
    await writeFileAtomic(taskFile(dir, track), text.endsWith('\n') ? text : `${text}\n`);
  }
  return tracks.map((track) => taskFile(dir, track));
}
