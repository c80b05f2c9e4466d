import { RefbenchError, type Limits } from '@refbench/contracts';
import {
  autodetect,
  describeFailure,
  diagnose,
  NO_ADJUSTMENTS,
  StepLog,
  writeRecipe,
  type Adjustments,
  type ImageOptions,
  type RecipeDraft,
  type Unsupported,
} from '@refbench/env-builder';
import type { Engine } from '@refbench/sandbox';
import { checkEnvironment, type EnvironmentCheck } from './check-environment.ts';
import { type CatalogEntry } from '../instance/instance-catalog.ts';
import { selectInstances } from '../selection/select-entries.ts';
import { openInstanceRepository, prepareEnvironment } from '../instance/prepare-instance.ts';
import { recordDependencies } from './record-dependencies.ts';
import type { Workspace } from '../workspace.ts';

export interface BuildEnvironmentOptions {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly entry: CatalogEntry;
  readonly build: ImageOptions;
  readonly limits: Limits;
  readonly run: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/** Result of a build with an automatically detected recipe. */
export type EnvironmentBuild =
  | {
      readonly kind: 'admitted';
      readonly draft: RecipeDraft;
      readonly check: EnvironmentCheck;
      /** Known fixes that were applied, in order. */
      readonly fixes: readonly string[];
    }
  | { readonly kind: 'unsupported'; readonly unsupported: Unsupported }
  | {
      readonly kind: 'rejected';
      readonly draft: RecipeDraft;
      readonly fixes: readonly string[];
      /** Undefined if no image could be built. */
      readonly check: EnvironmentCheck | undefined;
      readonly reasons: readonly { readonly what: string; readonly hint: string }[];
    };

/**
 * Maximum number of builds. One failure can hide another, but more than a few are not known
 * failures.
 */
const MAX_TRIES = 4;

/**
 * Drafts a recipe, writes it beside the instance, builds its image and validates it. If the log
 * shows a known failure, the next draft contains its fix.
 * @throws RefbenchError for failures that the recipe did not cause
 */
export async function buildEnvironment(
  options: BuildEnvironmentOptions,
): Promise<EnvironmentBuild> {
  const { entry, onProgress } = options;
  let adjustments: Adjustments = NO_ADJUSTMENTS;
  const fixes: string[] = [];
  for (let number = 1; ; number += 1) {
    const draft = await draftRecipe(options, adjustments);
    if (draft.kind === 'unsupported') return { kind: 'unsupported', unsupported: draft };
    if (number === 1)
      for (const { choice, because } of draft.reasons) onProgress(`${choice}: ${because}`);
    await writeRecipe(draft, entry.dir);
    const tried = await tryRecipe(options, draft, fixes);
    if (tried.result.kind === 'admitted') {
      await recordDependencies(options);
      return tried.result;
    }
    const diagnosis = number < MAX_TRIES ? diagnose(tried.log, adjustments, tried.own) : undefined;
    if (diagnosis === undefined) return tried.result;
    fixes.push(diagnosis.because);
    onProgress(`try ${number + 1}: ${diagnosis.because}`);
    adjustments = diagnosis.adjustments;
  }
}

export async function draftRecipe(
  options: Pick<BuildEnvironmentOptions, 'workspace' | 'entry' | 'build' | 'signal'>,
  adjustments: Adjustments,
): Promise<RecipeDraft | Unsupported> {
  await using repository = await openInstanceRepository(options);
  return await autodetect({
    instance: options.entry.instance,
    repository,
    images: Object.keys(options.build.definitions.images),
    adjustments,
  });
}

export interface Tried {
  readonly result: Exclude<EnvironmentBuild, { kind: 'unsupported' }>;
  readonly log: string;
  /** Names that the tree itself defines. Modules with these names cannot be installed. */
  readonly own: ReadonlySet<string>;
}

/** Builds and validates the recipe in the folder of the instance. */
export async function tryRecipe(
  options: BuildEnvironmentOptions,
  draft: RecipeDraft,
  fixes: readonly string[],
): Promise<Tried> {
  // instance.yaml changed with the recipe.
  const [entry = options.entry] = await selectInstances(options.workspace, [
    options.entry.instance.id,
  ]);
  try {
    await using prepared = await prepareEnvironment({ ...options, entry });
    const check = await checkEnvironment({ ...options, prepared });
    const own = new Set([...prepared.baseTree.keys()].flatMap((path) => path.split(/[/.]/)));
    const log = check.observation.runs.map((run) => run.log).join('\n');
    const { failures } = check;
    if (failures.length === 0)
      return { result: { kind: 'admitted', draft, check, fixes }, log, own };
    const reasons = failures.map(describeFailure);
    return { result: { kind: 'rejected', draft, fixes, check, reasons }, log, own };
  } catch (error) {
    if (!RefbenchError.isInstance(error) || error.kind !== 'image') throw error;
    const reasons = [{ what: error.message, hint: error.hint }];
    return {
      result: { kind: 'rejected', draft, fixes, check: undefined, reasons },
      log: error.cause instanceof StepLog ? error.cause.log : '',
      own: new Set(),
    };
  }
}
