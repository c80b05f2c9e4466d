import { readFile } from 'node:fs/promises';
import { dataFile } from '../data-file.ts';

/** Texts for the model, each with one `{{subject}}`; replaceable by files of the same names. */
export interface ScoringPrompts {
  readonly message: string;
  readonly diff: string;
}

export async function readScoringPrompts(folder?: string): Promise<ScoringPrompts> {
  const read = async (name: string): Promise<string> =>
    readFile(folder === undefined ? dataFile(`prompts/${name}`) : `${folder}/${name}`, 'utf8');
  return { message: await read('message-score.md'), diff: await read('diff-score.md') };
}

/** In one pass, so that nothing in the subject is taken for a place to fill. */
export function fillSubject(prompt: string, subject: string): string {
  return prompt.replace('{{subject}}', () => subject);
}
