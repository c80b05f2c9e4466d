import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/files';

export type TaskTrack = 'instructed' | 'open';

/** A task's texts, as they stand in an instance's folder. */
export interface TaskTexts {
  readonly instructed: string;
  readonly open: string;
}

function taskFile(dir: string, track: TaskTrack): string {
  return join(dir, `task.${track}.md`);
}

/** Undefined where there is no such file. */
export async function readTaskText(dir: string, track: TaskTrack): Promise<string | undefined> {
  return readFile(taskFile(dir, track), 'utf8').catch(() => undefined);
}

/**
 * Writes the texts that are given, each whole or not at all.
 * @throws RefbenchError kind `usage` where one is there already and may not be replaced
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
      message: `${taskFile(dir, track)} is there already`,
      hint: 'edit it, or replace it with --force',
    });
  }
  for (const [track, text] of entries) {
    await writeFileAtomic(taskFile(dir, track), text.endsWith('\n') ? text : `${text}\n`);
  }
  return entries.map(([track]) => taskFile(dir, track));
}
