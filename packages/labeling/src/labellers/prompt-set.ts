import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RefbenchError, type Digest } from '@refbench/contracts';
import { digestOf } from '@refbench/base';

/** The placeholders that each prompt must contain. */
const PLACEHOLDERS = {
  system: [],
  'issue-binary': ['issue'],
  'issue-rubric': ['issue'],
  'test-coverage': ['issue', 'patch', 'test_patch', 'files', 'repo_map'],
  effort: ['issue', 'patch', 'files', 'repo_map'],
  'in-words': [],
  'read-score': ['answer'],
} as const satisfies Record<string, readonly string[]>;

export type PromptName = keyof typeof PLACEHOLDERS;

export interface PromptSet {
  readonly texts: Readonly<Record<PromptName, string>>;
  /** Digest of all texts. Labels are compared only if it is equal. */
  readonly digest: Digest;
}

/** The latest folder in `prompts/`. Older ones are kept, so that older labels can be reproduced. */
export const PROMPT_VERSION = 'v1';

const shipped = fileURLToPath(new URL(`../../prompts/${PROMPT_VERSION}/`, import.meta.url));

/**
 * Reads the built-in prompts. Files with the same names in `folder` replace them.
 * @throws RefbenchError kind `invalid-file` if a prompt lacks a placeholder
 */
export async function readPromptSet(folder?: string): Promise<PromptSet> {
  const names = Object.keys(PLACEHOLDERS) as PromptName[];
  const read = async (name: PromptName): Promise<readonly [PromptName, string]> => {
    const own = folder === undefined ? undefined : join(folder, `${name}.md`);
    const text = own === undefined ? undefined : await readFile(own, 'utf8').catch(() => undefined);
    if (own === undefined || text === undefined) {
      return [name, await readFile(join(shipped, `${name}.md`), 'utf8')];
    }
    const missing = PLACEHOLDERS[name].find((name) => !text.includes(`{{${name}}}`));
    if (missing === undefined) return [name, text];
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${own}: {{${missing}}} is missing`,
      hint: `put {{${missing}}} where the material belongs`,
    });
  };
  const texts = Object.fromEntries(await Promise.all(names.map(read)));
  return { texts: texts as PromptSet['texts'], digest: digestOf(texts) };
}
