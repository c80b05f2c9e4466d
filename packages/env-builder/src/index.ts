export { ensureBaseImage, type BaseImage } from './base-image.ts';
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
