import { readPrompt } from '@refbench/base';
import { SHIPPED_PROMPTS } from './shipped-prompts.ts';
import type { TaskPrompts } from './write-task.ts';

/** Reads the built-in prompts, or `task-instructed.md` and `task-open.md` of a folder. */
export async function readTaskPrompts(folder: string = SHIPPED_PROMPTS): Promise<TaskPrompts> {
  return {
    instructed: await readPrompt('task-instructed.md', folder),
    open: await readPrompt('task-open.md', folder),
  };
}
