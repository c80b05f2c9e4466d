import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RefbenchError } from '@refbench/contracts';
import { placeholdersOf } from '@refbench/base';
import { PromptSet, type TemplateName } from '../submission/prompt-set.ts';

const OWN_FOLDER = fileURLToPath(new URL('../../prompts', import.meta.url));

const MAX_TEMPLATE_BYTES = 100_000;

/** Required and optional placeholders of each template. */
interface Placeholders {
  readonly must: readonly string[];
  readonly may: readonly string[];
}

const TEMPLATES: Readonly<Record<TemplateName, Placeholders>> = {
  direct: { must: ['task'], may: ['suite'] },
  plan: { must: ['task', 'plan_file'], may: [] },
  multiplan: { must: ['task', 'plan_files'], may: ['count'] },
  'execute-plan': { must: ['plan'], may: ['suite'] },
  judge: { must: ['task', 'plans'], may: ['count'] },
  environment: {
    must: ['repository', 'draft'],
    may: [
      'language',
      'checks',
      'images',
      'least_tests',
      'least_passing',
      'suite_minutes',
      'gigabytes',
      'minutes',
      'dollars',
    ],
  },
};

/** Replaces `{{suite}}`. It changes what an agent can find out, so it can be switched off. */
const SUITE_LINE =
  '- `/scripts/run_tests` runs the test suite on /testbed and prints how many tests passed, failed and were skipped.';

/**
 * Loads the built-in templates. A file with the same name in `folder` replaces one.
 * @param options.suite - Whether prompts tell how to run the suite. Default: true.
 * @throws RefbenchError kind `usage` for an unknown file, `invalid-file` for invalid placeholders
 */
export async function loadPrompts(
  folder?: string,
  { suite = true }: { readonly suite?: boolean } = {},
): Promise<PromptSet> {
  const names = Object.keys(TEMPLATES) as TemplateName[];
  const replaced = folder === undefined ? [] : await templatesIn(folder, names);
  const texts = await Promise.all(
    names.map(async (name): Promise<readonly [TemplateName, string]> => {
      const from = folder !== undefined && replaced.includes(name) ? folder : OWN_FOLDER;
      const text = await readTemplate(join(from, `${name}.md`), name);
      // Before digests are computed, so that runs with and without the line differ in their plans.
      return [name, text.replace(/^.*\{\{suite\}\}.*\n?/gm, suite ? `${SUITE_LINE}\n` : '')];
    }),
  );
  return new PromptSet(new Map(texts));
}

async function templatesIn(
  folder: string,
  names: readonly TemplateName[],
): Promise<readonly TemplateName[]> {
  const known = names.map((name) => `${name}.md`).join(', ');
  const files = await readdir(folder).catch((error: unknown) => {
    throw new RefbenchError({
      kind: 'usage',
      message: `cannot read the prompt folder ${folder}`,
      hint: `specify a folder with some of ${known}`,
      cause: error,
    });
  });
  // Otherwise, a misspelled file name would silently leave the built-in template in use.
  const foreign = files.find(
    (file) => file.endsWith('.md') && !names.some((name) => file === `${name}.md`),
  );
  if (foreign !== undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${join(folder, foreign)} is not the name of a prompt template`,
      hint: `the templates are ${known}`,
    });
  }
  return names.filter((name) => files.includes(`${name}.md`));
}

async function readTemplate(path: string, name: TemplateName): Promise<string> {
  const { must, may } = TEMPLATES[name];
  const text = await readFile(path, 'utf8');
  const used = placeholdersOf(text);
  const missing = must.find((placeholder) => !used.includes(placeholder));
  const unknown = used.find((placeholder) => ![...must, ...may].includes(placeholder));
  const problem =
    text.length > MAX_TEMPLATE_BYTES
      ? `it is larger than ${MAX_TEMPLATE_BYTES} bytes`
      : missing !== undefined
        ? `it must contain {{${missing}}}`
        : unknown !== undefined
          ? `unknown placeholder {{${unknown}}}`
          : undefined;
  if (problem === undefined) return text;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${problem}`,
    hint: `a ${name} template contains ${[...must, ...may].map((one) => `{{${one}}}`).join(', ')}`,
  });
}
