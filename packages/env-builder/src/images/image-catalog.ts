import type { Digest } from '@refbench/contracts';
import type { Engine } from '@refbench/sandbox';
import { hostArchitecture } from './architecture.ts';
import { baseReference } from './base-image.ts';
import type { ImageDefinitions } from './image-definitions.ts';
import { baseDigest } from './image-identity.ts';

/** A defined base image and its state in the engine. */
export interface BaseImageStatus {
  readonly name: string;
  readonly digest: Digest;
  readonly reference: string;
  /** Undefined if the image is not built. */
  readonly built:
    | { readonly imageId: string; readonly sizeBytes: number; readonly createdMs: number }
    | undefined;
}

/** Lists the base images in the order of data/images.yaml. */
export async function listBaseImages(
  engine: Engine,
  definitions: ImageDefinitions,
): Promise<readonly BaseImageStatus[]> {
  const architecture = hostArchitecture();
  return await Promise.all(
    Object.keys(definitions.images).map(async (name) => {
      const digest = baseDigest(definitions, name, architecture);
      const reference = baseReference(name, digest);
      const image = await engine.inspectImage(reference);
      const built =
        image?.labels['refbench.digest'] === digest
          ? { imageId: image.id, sizeBytes: image.sizeBytes, createdMs: image.createdMs }
          : undefined;
      return { name, digest, reference, built };
    }),
  );
}
