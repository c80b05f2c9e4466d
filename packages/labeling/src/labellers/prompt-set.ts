import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RefbenchError, type Digest } from '@refbench/contracts';
import { digestOf } from '@refbench/files';

/** The places that each prompt must leave for the material. */
const PLACES = {
  system: [],
  'issue-binary': ['issue'],
  'issue-rubric': ['issue'],
  'test-coverage': ['issue', 'patch', 'test_patch', 'files', 'repo_map'],
  effort: ['issue', 'patch', 'files', 'repo_map'],
  'in-words': [],
  'read-score': ['answer'],
} as const satisfies Record<string, readonly string[]>;

export type PromptName = keyof typeof PLACES;

export interface PromptSet {
  readonly texts: Readonly<Record<PromptName, string>>;
  /** Names of every text: labels are compared only where these are equal. */
  readonly digest: Digest;
}

/** The newest of the folders in `prompts/`. An older one stays, so that old labels can be made again. */
export const PROMPT_VERSION = 'v1';

const shipped = fileURLToPath(new URL(`../../prompts/${PROMPT_VERSION}/`, import.meta.url));

/**
 * The shipped prompts; those of the same names in `folder` take their places.
 * @throws RefbenchError kind `invalid-file` where a prompt has no place for its material
 */
export async function readPromptSet(folder?: string): Promise<PromptSet> {
  const names = Object.keys(PLACES) as PromptName[];
  const read = async (name: PromptName): Promise<readonly [PromptName, string]> => {
    const own = folder === undefined ? undefined : join(folder, `${name}.md`);
    const text = own === undefined ? undefined : await readFile(own, 'utf8').catch(() => undefined);
    if (own === undefined || text === undefined) {
      return [name, await readFile(join(shipped, `${name}.md`), 'utf8')];
    }
    const missing = PLACES[name].find((place) => !text.includes(`{{${place}}}`));
    if (missing === undefined) return [name, text];
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${own}: it has no {{${missing}}}`,
      hint: `write {{${missing}}} where the material must stand`,
    });
  };
  const texts = Object.fromEntries(await Promise.all(names.map(read)));
  return { texts: texts as PromptSet['texts'], digest: digestOf(texts) };
}
