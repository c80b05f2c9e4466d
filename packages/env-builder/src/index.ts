/**
 * Builds container images for base images and instance environments from recipes.
 *
 * @module @refbench/env-builder
 */

export { autodetect } from './autodetect/autodetect.ts';
export { diagnoses } from './autodetect/diagnosis/diagnose.ts';
export type { Diagnosis } from './autodetect/diagnosis/known-failure.ts';
export { oneAtATime } from './autodetect/diagnosis/one-at-a-time.ts';
export { redated } from './autodetect/draft/day.ts';
export { imagesOf } from './autodetect/draft/image-choice.ts';
export { NO_ADJUSTMENTS, type Adjustments } from './autodetect/draft/adjustments.ts';
export type {
  Reason,
  RecipeDraft,
  RecipeFile,
  Unsupported,
} from './autodetect/draft/recipe-draft.ts';
export { allScripts, ownScripts } from './autodetect/draft/provided-scripts.ts';
export { writeRecipe } from './autodetect/write-recipe.ts';
export { BuildFolder } from './builds/build-folder.ts';
export { addedBytes, baseImageRecord, readBuildRecord } from './builds/build-record.ts';
export { resolveBuildNetwork } from './builds/build-network.ts';
export { StepLog, UncleanTree } from './builds/build-step.ts';
export { timeText } from './builds/time-text.ts';
export { removeEnvironment } from './environments/dependency-layer.ts';
export { unignoredPaths } from './environments/ignored-paths.ts';
export {
  checkLeaks,
  discardRefused,
  ensureEnvironment,
  type Environment,
} from './environments/environment.ts';
export { RECIPE_FOLDER, recipeDigest } from './environments/recipe.ts';
export { providedFiles } from './environments/provided-files.ts';
export { completeRecipe, recipeFolder } from './environments/recipe-folder.ts';
export { sweepLayerCache } from './environments/sweep-layer-cache.ts';
export { ensureBaseImage } from './images/base-image.ts';
export { listBaseImages, type BaseImageStatus } from './images/image-catalog.ts';
export {
  readImageDefinitions,
  toolPackages,
  type ImageDefinitions,
} from './images/image-definitions.ts';
export type { ImageOptions } from './images/image-options.ts';
export {
  comparePackages,
  recordPackages,
  recordPath,
  type PackageDrift,
} from './images/package-record.ts';
export { isAboveBase } from './images/image-kind.ts';
export { planPrune } from './images/prune-plan.ts';
export { verifyImage } from './images/verify-image.ts';
export { lockImage, readImageLock } from './registry/image-lock.ts';
export { pullEnvironment, type PulledEnvironment } from './registry/pull-environment.ts';
export { pushEnvironment, type PushedEnvironment } from './registry/push-environment.ts';
export { openRegistry } from './registry/registry.ts';
export { buildCoverageImage } from './suite-coverage/coverage-image.ts';
export {
  coverageTool,
  type CoverageFormat,
  type CoverageTool,
} from './suite-coverage/coverage-tool.ts';
export {
  ADMISSION,
  admissionFailures,
  countsText,
  type AdmissionFailure,
  type Observation,
  type ObservedRun,
  type State,
} from './validate/admission.ts';
export { describeFailure } from './validate/describe-failure.ts';
export { failingTests } from './validate/failing-tests.ts';
