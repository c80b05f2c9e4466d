import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** Returns the commands of a tutorial, in the order in which a reader runs them. */
export async function tutorialCommands(name: string): Promise<string> {
  const text = await readFile(join(root, 'docs/tutorials', `${name}.md`), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n');
}
