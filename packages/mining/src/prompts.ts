import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { dataFile } from './data-file.ts';

/**
 * A prompt that comes with refbench, or the one of the same name in a folder.
 * @throws RefbenchError kind `invalid-file` where it is not there, or has no place for the subject
 */
export async function readPrompt(name: string, folder: string | undefined): Promise<string> {
  const path = folder === undefined ? dataFile(`prompts/${name}`) : join(folder, name);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text?.includes('{{subject}}') === true) return text;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${text === undefined ? 'there is no such file' : 'it has no {{subject}}'}`,
    hint: 'write the prompt with {{subject}} where the material shall stand',
  });
}

/** In one pass, so that nothing that is put in is taken for a place to fill. */
export function fillPrompt(prompt: string, values: Readonly<Record<string, string>>): string {
  return prompt.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
}
