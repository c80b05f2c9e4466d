import { RefbenchError } from '@refbench/contracts';
import { allScripts, ADMISSION, NO_ADJUSTMENTS, type RecipeFile } from '@refbench/env-builder';
import { stringify } from 'yaml';
import { draftRecipe, type BuildEnvironmentOptions } from '@refbench/environments';
import type { PromptSet } from '../submission/prompt-set.ts';
import { RECIPE_SETTINGS, type RecipeFiles } from './candidate.ts';

/** Maximum number of candidates. Each costs an image and up to four suite runs. */
export const MAX_CANDIDATES = 12;

/** The starting point of a builder. */
interface Start {
  readonly baseImage: string;
  readonly files: RecipeFiles;
  /** What the prompt says about the draft. */
  readonly words: string;
}

/**
 * Returns the detected draft. Without one, returns only settings that use the image with all
 * toolchains.
 */
export async function startOf(options: BuildEnvironmentOptions): Promise<Start> {
  const draft = await draftRecipe(options, NO_ADJUSTMENTS);
  const images = Object.keys(options.build.definitions.images);
  const baseImage =
    draft.kind === 'draft' ? draft.baseImage : images.includes('all') ? 'all' : images[0];
  if (baseImage === undefined) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: 'docker/images/images.yaml names no image',
      hint: 'restore the file',
    });
  }
  const settings = stringify({
    base_image: baseImage,
    manifests: draft.kind === 'draft' ? draft.manifests : [],
    test_timeout_seconds: draft.kind === 'draft' ? draft.testTimeoutSeconds : 900,
  });
  const own: ReadonlyMap<string, RecipeFile> =
    draft.kind === 'draft' ? await allScripts(draft) : new Map();
  return {
    baseImage,
    files: new Map([...own, [RECIPE_SETTINGS, { text: settings, executable: false }]]),
    words:
      draft.kind === 'draft'
        ? `A program wrote it and nobody has tried it: ${draft.reasons.map(({ choice, because }) => `${choice} (${because})`).join('; ')}.`
        : `Of the scripts there is none yet, because no program knows how: ${draft.reason}.`,
  };
}

export function promptOf(
  options: BuildEnvironmentOptions & { readonly prompts: PromptSet },
  draft: string,
  limits: { readonly wallClockMs: number; readonly budgetUsd: number },
): string {
  const { instance } = options.entry;
  return options.prompts.environment({
    repository: instance.repository.name,
    language: instance.language,
    draft,
    checks: String(MAX_CANDIDATES),
    images: Object.keys(options.build.definitions.images).join(', '),
    least_tests: String(ADMISSION.minTests),
    least_passing: String(ADMISSION.minPassing * 100),
    suite_minutes: String(ADMISSION.maxSeconds / 60),
    gigabytes: String(ADMISSION.maxBytes / 2 ** 30),
    minutes: String(Math.round(limits.wallClockMs / 60_000)),
    dollars: String(limits.budgetUsd),
  });
}
