import { dataFile } from '../commit/data-file.ts';
import { readPrompt } from '@refbench/base';

/** Prompts, each with one `{{subject}}`. Files with the same names replace them. */
export interface ScoringPrompts {
  readonly message: string;
  readonly diff: string;
}

export async function readScoringPrompts(
  folder: string = dataFile('prompts'),
): Promise<ScoringPrompts> {
  return {
    message: await readPrompt('message-score.md', folder),
    diff: await readPrompt('diff-score.md', folder),
  };
}
