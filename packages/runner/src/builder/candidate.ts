import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instanceSchema, RefbenchError, type Digest } from '@refbench/contracts';
import { ownScripts, writeRecipe, type RecipeDraft, type RecipeFile } from '@refbench/env-builder';
import { digestOf, readYamlFile } from '@refbench/base';
import {
  tryRecipe,
  type BuildEnvironmentOptions,
  type EnvironmentCheck,
} from '@refbench/environments';

/** The verdict on a candidate. The same files always get the same verdict. */
export type CandidateVerdict =
  | { readonly kind: 'admitted'; readonly draft: RecipeDraft; readonly check: EnvironmentCheck }
  | {
      readonly kind: 'rejected';
      /** Undefined if no image could be built. */
      readonly check: EnvironmentCheck | undefined;
      readonly reasons: readonly CandidateReason[];
      /** Output of the build or the suite. */
      readonly log: string;
    }
  | { readonly kind: 'invalid'; readonly reasons: readonly string[] };

export interface CandidateReason {
  readonly what: string;
  readonly hint: string;
}

/** File with the settings of the environment that are not scripts. The builder may change them. */
export const RECIPE_SETTINGS = 'recipe.yaml';

/** File that is not part of the recipe: its text does not change the image. */
export const SUMMARY = 'SUMMARY.md';

const SCRIPTS = ['install_system.sh', 'setup_system.sh', 'setup_shell.sh', 'run_tests'] as const;

export type RecipeFiles = ReadonlyMap<string, RecipeFile>;

/** Returns the digest of all files that affect the image. */
export function candidateDigest(files: RecipeFiles): Digest {
  const deciding = [...files].filter(([name]) => name !== SUMMARY);
  return digestOf(Object.fromEntries(deciding));
}

/**
 * Builds and validates the scripts of a builder, exactly as `env check` does, on a copy of the
 * instance in `folder`. The instance itself is not changed.
 * @throws RefbenchError for failures that the scripts did not cause
 */
export async function tryCandidate(
  files: RecipeFiles,
  folder: string,
  options: BuildEnvironmentOptions,
): Promise<CandidateVerdict> {
  const { entry } = options;
  const instancesDir = join(folder, 'instances');
  const dir = join(instancesDir, entry.instance.id);
  await mkdir(instancesDir, { recursive: true });
  await cp(entry.dir, dir, { recursive: true, verbatimSymlinks: true });
  const draft = await draftOf(files, folder, Object.keys(options.build.definitions.images));
  if (draft.kind === 'invalid') return draft;
  await writeRecipe(draft, dir);
  const workspace = { ...options.workspace, instancesDir };
  try {
    const tried = await tryRecipe({ ...options, workspace, entry: { ...entry, dir } }, draft, []);
    const { result, log } = tried;
    if (result.kind === 'admitted') return { kind: 'admitted', draft, check: result.check };
    return { kind: 'rejected', check: result.check, reasons: result.reasons, log };
  } catch (error) {
    // A leak, a changed tree or a failed base image is a reason with a specific hint.
    if (!RefbenchError.isInstance(error) || !/^(image|invalid-file)$/.test(error.kind)) throw error;
    const reasons = [{ what: error.message, hint: error.hint }];
    return { kind: 'rejected', check: undefined, reasons, log: '' };
  }
}

/** Returns the files as a recipe, or everything that is missing. */
async function draftOf(
  files: RecipeFiles,
  folder: string,
  images: readonly string[],
): Promise<RecipeDraft | Extract<CandidateVerdict, { kind: 'invalid' }>> {
  const reasons: string[] = SCRIPTS.filter((name) => !files.has(name)).map(
    (name) => `${name} is missing`,
  );
  if (files.has('test_command') !== files.has('count_tests')) {
    reasons.push('test_command and count_tests belong together: write both, or neither');
  }
  for (const name of ['test_command', 'count_tests', 'run_tests']) {
    if (files.get(name)?.executable === false) reasons.push(`${name} is not executable`);
  }
  const settings = await settingsOf(files, folder, images);
  if (typeof settings === 'string') reasons.push(settings);
  if (reasons.length > 0 || typeof settings === 'string') return { kind: 'invalid', reasons };
  const recipe = [...files].filter(([name]) => name !== SUMMARY && name !== RECIPE_SETTINGS);
  return {
    kind: 'draft',
    baseImage: settings.base_image,
    manifests: settings.manifests,
    testTimeoutSeconds: settings.test_timeout_seconds,
    ...(await ownScripts(new Map(recipe))),
    reasons: [],
  };
}

const settingsSchema = instanceSchema.shape.environment.omit({ suite: true, programs: true });

async function settingsOf(
  files: RecipeFiles,
  folder: string,
  images: readonly string[],
): Promise<ReturnType<typeof settingsSchema.parse> | string> {
  const text = files.get(RECIPE_SETTINGS)?.text;
  if (text === undefined) return `${RECIPE_SETTINGS} is missing`;
  const path = join(folder, RECIPE_SETTINGS);
  await writeFile(path, text);
  try {
    const settings = await readYamlFile(path, settingsSchema);
    if (images.includes(settings.base_image)) return settings;
    return `${RECIPE_SETTINGS}: unknown base image "${settings.base_image}"; available: ${images.join(', ')}`;
  } catch (error) {
    if (!RefbenchError.isInstance(error)) throw error;
    return error.message.replace(path, RECIPE_SETTINGS);
  }
}
