import { digestSchema, type Digest } from '@refbench/contracts';
import { requireClean } from '@refbench/leak-gate';
import type { EnvironmentRequest } from '../environments/build-environment-image.ts';
import { checkLeaks } from '../environments/environment.ts';
import { environmentNames } from './environment-names.ts';
import { makeEvidenceImage, type ImageEvidence } from './image-evidence.ts';
import { pushBaseImage } from './push-base-image.ts';
import { pushAs, type Registry } from './registry.ts';

/** What was pushed for an instance. */
export interface PushedEnvironment {
  readonly instance: string;
  readonly recipe: Digest;
  readonly environment: Digest;
  /** The reference of the image with its digest in the registry. */
  readonly image: string;
  /** The same of its evidence, which names the image. */
  readonly evidence: string;
}

/**
 * Pushes the environment of an instance with its base image and its leak report. Builds it if the engine
 * does not have it.
 * @throws RefbenchError kinds `image` if it leaks or the registry refuses it, `invalid-file`, `engine`
 */
export async function pushEnvironment(
  request: EnvironmentRequest,
  registry: Registry,
): Promise<PushedEnvironment> {
  const { engine, instance, options } = request;
  const { environment, leaks } = await checkLeaks(request);
  requireClean(leaks, options.stateDir);
  const { baseImage, imageId, imageDigest, recipeDigest } = environment;
  const names = environmentNames(registry, instance.id, {
    recipe: recipeDigest,
    environment: imageDigest,
  });
  options.onProgress?.(`pushing the base image ${baseImage.name}`);
  const base = digestOfReference(await pushBaseImage(engine, baseImage, registry));
  options.onProgress?.(`pushing ${names.image}`);
  const manifest = digestSchema.parse(await pushAs(engine, imageId, names.image, registry));
  const evidence: ImageEvidence = {
    schema: 1,
    instance: instance.id,
    recipe: recipeDigest,
    environment: imageDigest,
    image: digestSchema.parse(imageId),
    manifest,
    base: {
      name: baseImage.name,
      digest: baseImage.digest,
      image: digestSchema.parse(baseImage.imageId),
      manifest: base,
    },
    leaks,
  };
  const evidenceId = await makeEvidenceImage(engine, evidence, names.evidence);
  const evidenceManifest = await pushAs(engine, evidenceId, names.evidence, registry);
  return {
    instance: instance.id,
    recipe: recipeDigest,
    environment: imageDigest,
    image: `${names.repository}@${manifest}`,
    evidence: `${names.repository}@${evidenceManifest}`,
  };
}

function digestOfReference(reference: string): Digest {
  return digestSchema.parse(reference.split('@').at(-1));
}
