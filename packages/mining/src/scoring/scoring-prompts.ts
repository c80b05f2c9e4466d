import { readPrompt } from '../prompts.ts';

/** Texts for the model, each with one `{{subject}}`; replaceable by files of the same names. */
export interface ScoringPrompts {
  readonly message: string;
  readonly diff: string;
}

export async function readScoringPrompts(folder?: string): Promise<ScoringPrompts> {
  return {
    message: await readPrompt('message-score.md', folder),
    diff: await readPrompt('diff-score.md', folder),
  };
}
