import type { Digest } from '@refbench/contracts';
import { digestOf, sha256OfBytes } from '@refbench/files';
import type { Manifest } from './manifests.ts';

/** Raised when the steps of a build change what an image holds. */
const ENVIRONMENT_SCHEMA = 3;
/** The same, of install_system.sh alone. */
const SYSTEM_SCHEMA = 2;

export interface EnvironmentInputs {
  readonly recipe: Digest;
  /** Tree id of base. */
  readonly baseTree: string;
  readonly baseImage: Digest;
  /** Golden's versions warm the caches, so they are an input like any other. */
  readonly manifests: readonly Manifest[];
}

/** What an environment is. Network settings are not in it: they decide how it is built, not what. */
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
 * What the installed packages of an environment come of: all that its warming sees. A recipe whose
 * `run_tests` alone has changed finds them again.
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

/** The system layer sees nothing but this script, so that instances with an equal one share it. */
export function systemLayerDigest(script: Buffer, baseImage: Digest): Digest {
  return digestOf({
    schema: SYSTEM_SCHEMA,
    script: sha256OfBytes(script),
    base_image: baseImage,
  });
}
