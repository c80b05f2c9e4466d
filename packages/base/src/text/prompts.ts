import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';

/**
 * Reads a prompt from a folder.
 * @throws RefbenchError kind `invalid-file` if the file does not exist or has no placeholder for
 *   the subject
 */
export async function readPrompt(name: string, folder: string): Promise<string> {
  const path = join(folder, name);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text?.includes('{{subject}}') === true) return text;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${text === undefined ? 'the file does not exist' : '{{subject}} is missing'}`,
    hint: 'put {{subject}} where the material belongs in the prompt',
  });
}
