import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/files';

export type TaskTrack = 'instructed' | 'open';

/** The texts of a task in the folder of an instance. */
export interface TaskTexts {
  readonly instructed: string;
  readonly open: string;
}

function taskFile(dir: string, track: TaskTrack): string {
  return join(dir, `task.${track}.md`);
}

/** Returns the exact bytes of a text, for its digest; undefined if the file does not exist. */
export async function readTaskBytes(dir: string, track: TaskTrack): Promise<Buffer | undefined> {
  return readFile(taskFile(dir, track)).catch(() => undefined);
}

/** Returns undefined if the file does not exist. */
export async function readTaskText(dir: string, track: TaskTrack): Promise<string | undefined> {
  return readFile(taskFile(dir, track), 'utf8').catch(() => undefined);
}

/**
 * Writes the given texts, each atomically.
 * @throws RefbenchError kind `usage` if a file exists and may not be replaced
 */
export async function writeTaskTexts(
  dir: string,
  texts: Partial<TaskTexts>,
  replace: boolean,
): Promise<readonly string[]> {
  const entries = Object.entries(texts) as [TaskTrack, string][];
  for (const [track] of entries) {
    if (replace || (await readTaskText(dir, track)) === undefined) continue;
    throw new RefbenchError({
      kind: 'usage',
      message: `${taskFile(dir, track)} already exists`,
      hint: 'edit it, or replace it with --force',
    });
  }
  for (const [track, text] of entries) {
    await writeFileAtomic(taskFile(dir, track), text.endsWith('\n') ? text : `${text}\n`);
  }
  return entries.map(([track]) => taskFile(dir, track));
}
