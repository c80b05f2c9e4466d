import type { Digest } from '@refbench/contracts';
import { digestOf, sha256OfBytes } from '@refbench/base';
import type { Manifest } from './manifests.ts';

/** Increased when a change to the build steps changes the content of images. */
const ENVIRONMENT_SCHEMA = 3;
/** Like `ENVIRONMENT_SCHEMA`, for install_system.sh only. */
const SYSTEM_SCHEMA = 2;

export interface EnvironmentInputs {
  readonly recipe: Digest;
  /** The tree id of base. */
  readonly baseTree: string;
  readonly baseImage: Digest;
  /** Golden's manifests also warm the caches, so they are an input. */
  readonly manifests: readonly Manifest[];
}

/**
 * Computes the identity of an environment. Network settings are excluded, because they do not change
 * the content.
 */
export function environmentDigest(inputs: EnvironmentInputs): Digest {
  return digestOf({
    schema: ENVIRONMENT_SCHEMA,
    recipe: inputs.recipe,
    base_tree: inputs.baseTree,
    base_image: inputs.baseImage,
    manifests: inputs.manifests.map(({ path, golden }) => [path, golden ?? null]),
  });
}

/**
 * Computes the identity of the installed dependencies from all inputs of the warming. A recipe that
 * only changes `run_tests` reuses them.
 */
export function dependenciesDigest(
  inputs: Omit<EnvironmentInputs, 'recipe' | 'baseImage'> & {
    readonly setup: Digest;
    /** Id of the image with the system packages. */
    readonly system: string;
  },
): Digest {
  return digestOf({
    schema: ENVIRONMENT_SCHEMA,
    setup: inputs.setup,
    system: inputs.system,
    base_tree: inputs.baseTree,
    manifests: inputs.manifests.map(({ path, base, golden }) => [
      path,
      base?.oid ?? null,
      golden?.oid ?? null,
    ]),
  });
}

/** The system layer depends only on this script, so instances with equal scripts share it. */
export function systemLayerDigest(script: Buffer, baseImage: Digest): Digest {
  return digestOf({
    schema: SYSTEM_SCHEMA,
    script: sha256OfBytes(script),
    base_image: baseImage,
  });
}
