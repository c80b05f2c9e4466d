import { RefbenchError, type Digest } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import type { Architecture } from './architecture.ts';
import {
  BASE_SCHEMA,
  imageDefinition,
  systemOf,
  type ImageDefinitions,
  type LayerDefinition,
  type SystemDefinition,
} from './image-definitions.ts';

/** One pinned archive for one architecture. */
export interface PinnedArchive {
  readonly package: string;
  readonly version: string;
  readonly integrity: string;
  readonly place: Readonly<Record<string, string>>;
  readonly executables?: readonly string[];
}

/** Returns the archives of a layer for one architecture, in the order of the definition. */
export function pinnedArchives(
  definition: Pick<LayerDefinition, 'archives'>,
  architecture: Architecture,
): readonly PinnedArchive[] {
  return definition.archives.map((archive) => {
    const name = archive.package.replaceAll('{arch}', architecture);
    const pinned = archive.integrity[architecture] ?? archive.integrity.any;
    if (pinned === undefined) {
      throw new RefbenchError({
        kind: 'image',
        message: `docker/images/images.yaml does not pin an ${architecture} build of ${name}`,
        hint: `add the integrity of ${name}@${archive.version}, or use another machine`,
      });
    }
    const { version, place, executables } = archive;
    const pinnedArchive = { package: name, version, integrity: pinned, place };
    return executables === undefined ? pinnedArchive : { ...pinnedArchive, executables };
  });
}

/** Computes the identity of an operating system layer, which base images share. */
export function osDigest(os: SystemDefinition, architecture: Architecture): Digest {
  return digestOf({ schema: BASE_SCHEMA, os, architecture });
}

/** Computes the identity of the common layer, which all base images of a system share. */
export function commonDigest(
  definitions: ImageDefinitions,
  os: SystemDefinition,
  architecture: Architecture,
): Digest {
  return layerDigest(definitions, definitions.common, osDigest(os, architecture), architecture);
}

/** Computes the identity of a base image from its definition and all pinned content. */
export function baseDigest(
  definitions: ImageDefinitions,
  name: string,
  architecture: Architecture,
): Digest {
  const below = commonDigest(definitions, systemOf(definitions, name), architecture);
  return layerDigest(definitions, imageDefinition(definitions, name), below, architecture);
}

function layerDigest(
  definitions: ImageDefinitions,
  layer: LayerDefinition,
  below: Digest,
  architecture: Architecture,
): Digest {
  return digestOf({
    schema: BASE_SCHEMA,
    below,
    packages: layer.packages,
    // Images without such packages keep their identity.
    ...(layer.other_suites === undefined ? {} : { other_suites: layer.other_suites }),
    archives: pinnedArchives(layer, architecture),
    links: layer.links,
    files: layer.files,
    go: layer.go ?? null,
    python_tools:
      layer.python_tools === undefined ? null : definitions.requirements[layer.python_tools],
  });
}
