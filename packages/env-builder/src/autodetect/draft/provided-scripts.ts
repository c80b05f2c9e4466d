import { instanceSchema, type SuiteSettings } from '@refbench/contracts';
import { COUNTER_FOLDER, RECIPES_FOLDER } from '@refbench/docker';
import { parseJson } from '@refbench/base';
import { providedFiles, versionsIn, type ProvidedFile } from '../../environments/provided-files.ts';
import type { RecipeDraft, RecipeFile } from './recipe-draft.ts';

type Scripts = Pick<RecipeDraft, 'files' | 'suite' | 'programs'>;

/** Returns all scripts of a draft: its own, and those that RefBench adds. */
export async function allScripts({
  files,
  suite,
  programs,
}: Scripts): Promise<RecipeDraft['files']> {
  const all = new Map(files);
  for (const [name, { bytes, executable }] of await providedFiles({ suite, programs })) {
    if (bytes !== undefined) all.set(name, { text: bytes.toString('utf8'), executable });
  }
  return all;
}

/**
 * The reverse: leaves out the scripts that RefBench has itself, byte by byte, and names their versions.
 * A changed counter, or one without a valid `suite.json`, stays a script of the recipe.
 */
export async function ownScripts(all: RecipeDraft['files']): Promise<Scripts> {
  const files = new Map(all);
  const programs: Record<string, number> = {};
  for (const version of await versionsIn(RECIPES_FOLDER)) {
    for (const name of all.keys()) {
      const [provided] = (await providedFiles({ programs: { [name]: version } })).values();
      if (!isSame(all.get(name), provided)) continue;
      programs[name] = version;
      files.delete(name);
    }
  }
  const suite = await suiteOf(all);
  if (suite !== undefined) {
    for (const name of (await providedFiles({ suite })).keys()) files.delete(name);
  }
  return { files, suite, programs };
}

const settingsSchema = instanceSchema.shape.environment.shape.suite
  .unwrap()
  .omit({ counter: true });

async function suiteOf(all: RecipeDraft['files']): Promise<SuiteSettings | undefined> {
  const settings = parseJson(all.get('suite.json')?.text ?? '', settingsSchema);
  if (settings.kind !== 'valid') return undefined;
  for (const counter of await versionsIn(COUNTER_FOLDER)) {
    const suite: SuiteSettings = { counter, ...settings.value };
    const provided = [...(await providedFiles({ suite }))].filter(
      ([name]) => name !== 'suite.json',
    );
    if (provided.every(([name, file]) => isSame(all.get(name), file))) return suite;
  }
  return undefined;
}

function isSame(own: RecipeFile | undefined, provided: ProvidedFile | undefined): boolean {
  if (own === undefined || provided?.bytes === undefined) return false;
  return own.executable === provided.executable && own.text === provided.bytes.toString('utf8');
}
