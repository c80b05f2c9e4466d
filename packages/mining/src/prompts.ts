import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { dataFile } from './data-file.ts';

/**
 * Reads a built-in prompt, or the prompt of the same name in a folder.
 * @throws RefbenchError kind `invalid-file` if the file does not exist or has no placeholder for
 *   the subject
 */
export async function readPrompt(name: string, folder: string | undefined): Promise<string> {
  const path = folder === undefined ? dataFile(`prompts/${name}`) : join(folder, name);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text?.includes('{{subject}}') === true) return text;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${text === undefined ? 'the file does not exist' : '{{subject}} is missing'}`,
    hint: 'put {{subject}} where the material belongs in the prompt',
  });
}
