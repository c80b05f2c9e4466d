import type { Digest } from '@refbench/contracts';
import type { Engine } from '@refbench/sandbox';
import { hostArchitecture } from './architecture.ts';
import { imageDefinition, systemOf, type ImageDefinitions } from './image-definitions.ts';
import { baseDigest, commonDigest } from './image-identity.ts';
import { ensureLayer } from './image-layer.ts';
import type { ImageOptions } from './image-options.ts';
import { shortDigest } from '@refbench/base';
import { ensureOsLayer } from './os-layer.ts';

/** Which base image a definition stands for. */
export interface BaseIdentity {
  readonly name: string;
  /**
   * Digest of the definition and all pinned content, which is equal on every host of one architecture.
   */
  readonly digest: Digest;
  readonly reference: string;
}

/** An image that environments are built on. */
export interface BaseImage extends BaseIdentity {
  /** The config digest of the image on this host. System packages may differ between hosts. */
  readonly imageId: string;
}

/**
 * Returns a base image and builds it if the engine does not have it. It consists of the operating
 * system, the common layer and the toolchain.
 * @throws RefbenchError kind `image`
 */
export async function ensureBaseImage(
  engine: Engine,
  name: string,
  options: ImageOptions,
): Promise<BaseImage> {
  const { definitions } = options;
  const architecture = hostArchitecture();
  const definition = imageDefinition(definitions, name);
  const { digest, reference } = baseIdentity(definitions, name);
  const imageId = await ensureLayer(
    engine,
    {
      thing: `base image ${name}`,
      owner: name,
      definition,
      architecture,
      reference,
      label: ['refbench.digest', digest],
      changes: [`LABEL refbench.base=${name}`],
      below: () => ensureCommonLayer(engine, name, options),
    },
    options,
  );
  return { name, imageId, digest, reference };
}

/** Computes which image a name stands for on this host. It need not be built. */
export function baseIdentity(definitions: ImageDefinitions, name: string): BaseIdentity {
  const digest = baseDigest(definitions, name, hostArchitecture());
  return { name, digest, reference: baseReference(name, digest) };
}

export function baseReference(name: string, digest: Digest): string {
  return `refbench/base:${name}-${shortDigest(digest)}`;
}

/**
 * Builds the layer with the user, folders and tools that all images of a system share. Returns the id
 * of the image.
 */
async function ensureCommonLayer(
  engine: Engine,
  name: string,
  options: ImageOptions,
): Promise<string> {
  const { definitions } = options;
  const architecture = hostArchitecture();
  const system = systemOf(definitions, name);
  const digest = commonDigest(definitions, system, architecture);
  return await ensureLayer(
    engine,
    {
      thing: `common layer of ${system.suite}`,
      owner: 'common',
      definition: definitions.common,
      architecture,
      reference: `refbench/common:${system.suite}-${shortDigest(digest)}`,
      label: ['refbench.common', digest],
      changes: [
        'ENV LANG=C.UTF-8',
        'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ],
      below: () => ensureOsLayer(engine, system, architecture, options),
    },
    options,
  );
}
