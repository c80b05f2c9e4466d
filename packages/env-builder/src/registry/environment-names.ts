import { shortDigest } from '@refbench/base';
import type { Digest } from '@refbench/contracts';
import type { Registry } from './registry.ts';

/** The names of an environment and of its evidence in a registry. */
export interface EnvironmentNames {
  readonly repository: string;
  readonly image: string;
  readonly evidence: string;
}

/** The tag is made of the recipe's digest and of the environment's, which also covers the base commit. */
export function environmentNames(
  { prefix }: Registry,
  instance: string,
  digests: { readonly recipe: Digest; readonly environment: Digest },
): EnvironmentNames {
  const repository = `${prefix}/${instance}`;
  const image = `${repository}:${shortDigest(digests.recipe)}-${shortDigest(digests.environment)}`;
  return { repository, image, evidence: `${image}.evidence` };
}
