import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RECIPE_FOLDER, redated, unignoredPaths, type RecipeDraft } from '@refbench/env-builder';
import { openInstanceRepository, timeOfGolden, type CatalogEntry } from '@refbench/instances';
import { bytePath } from '@refbench/repos';
import type { Workspace } from '@refbench/workspace';
import type { Standing } from './fix-search.ts';

/** The instance that needs a recipe, and the one that has one. */
export interface ReuseOptions {
  readonly workspace: Workspace;
  readonly entry: CatalogEntry;
  readonly from: CatalogEntry;
  /** What git must be told to ignore at this commit: a .gitignore may have come later. */
  readonly ignored?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Reads the recipe of another commit of the same repository as a draft. Manifests that neither base nor
 * golden contains are left out.
 */
export async function reusedRecipe(options: ReuseOptions): Promise<RecipeDraft> {
  const { from, entry } = options;
  const folder = join(from.dir, RECIPE_FOLDER);
  const files: [string, { readonly text: string; readonly executable: boolean }][] = [];
  for (const found of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!found.isFile()) continue;
    const path = join(found.parentPath, found.name);
    const { mode } = await stat(path);
    const name = path.slice(folder.length + 1);
    files.push([name, { text: await readFile(path, 'utf8'), executable: (mode & 0o100) !== 0 }]);
  }
  await using repository = await openInstanceRepository(options);
  const { base, golden } = entry.instance;
  const { committedAt } = await repository.readCommit(golden);
  const then = await timeOfGolden({ ...options, entry: from });
  const trees = [await repository.readTree(base), await repository.readTree(golden)];
  const { base_image, manifests, ignored, test_timeout_seconds, suite, programs } =
    from.instance.environment;
  const written = [...(ignored ?? []), ...(options.ignored ?? [])];
  const unignored = await unignoredPaths(repository, entry.instance, written);
  return {
    kind: 'draft',
    baseImage: base_image,
    manifests: manifests.filter((path) => trees.some((tree) => tree.has(bytePath(path)))),
    ...(unignored.length === 0 ? {} : { ignored: unignored }),
    testTimeoutSeconds: test_timeout_seconds,
    files: new Map(
      files.map(([name, file]) => [name, { ...file, text: redated(file.text, then, committedAt) }]),
    ),
    ...(suite === undefined ? {} : { suite }),
    programs: programs ?? {},
    reasons: [],
  };
}

/** Whether two drafts, whatever their reasons, make the same image and run the same suite. */
export function isSameRecipe(one: RecipeDraft, other: RecipeDraft): boolean {
  const recipeOf = (draft: RecipeDraft): RecipeDraft => ({
    ...draft,
    manifests: draft.manifests.toSorted(),
    // What led to the choice, and what could be tried next, is no part of the recipe.
    oldestImage: undefined,
    buildCommands: undefined,
    reasons: [],
  });
  return isDeepStrictEqual(recipeOf(one), recipeOf(other));
}

/** With a larger share of failing tests, an environment is compared with another one. */
const OFTEN = 0.05;

/** Whether so many tests fail in an environment that the draft for its own commit may be better. */
export function failsOften({ passed, failed }: Pick<Standing, 'passed' | 'failed'>): boolean {
  return failed > OFTEN * (passed + failed);
}

/** Whether an environment is admitted, and more tests pass in it than in another one. */
export function passesMore(
  { stage, passed }: Pick<Standing, 'stage' | 'passed'>,
  other: Pick<Standing, 'passed'>,
): boolean {
  return stage === 'admitted' && passed > other.passed;
}
