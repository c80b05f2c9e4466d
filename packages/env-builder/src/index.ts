export { NO_ADJUSTMENTS, type Adjustments } from './autodetect/adjustments.ts';
export { autodetect, type AutodetectOptions } from './autodetect/autodetect.ts';
export { diagnose, type Diagnosis } from './autodetect/diagnose.ts';
export type { Reason, RecipeDraft, RecipeFile, Unsupported } from './autodetect/recipe-draft.ts';
export { writeRecipe } from './autodetect/write-recipe.ts';
export { ensureBaseImage, type BaseImage } from './base-image.ts';
export { StepLog } from './build-step.ts';
export {
  resolveBuildNetwork,
  type BuildNetwork,
  type BuildNetworkOptions,
} from './build-network.ts';
export { ensureEnvironment, type Environment, type EnvironmentRequest } from './environment.ts';
export {
  DEFAULT_DEFINITIONS,
  readImageDefinitions,
  type ImageDefinitions,
} from './image-definitions.ts';
export type { ImageOptions, OsSource } from './image-options.ts';
export { RECIPE_FOLDER, recipeDigest } from './recipe.ts';
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
