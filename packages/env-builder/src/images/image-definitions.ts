import { fileURLToPath } from 'node:url';
import { RefbenchError, type Digest } from '@refbench/contracts';
import { digestOf, readYamlFile } from '@refbench/files';
import { z } from 'zod';
import type { Architecture } from './architecture.ts';

/** Raised when the meaning of a definition changes, so that old images are not taken for new ones. */
const BASE_SCHEMA = 1;

/** The operating system under every base image. */
export interface OsDefinition {
  readonly suite: string;
  readonly registry_image: string;
  readonly packages: readonly string[];
}

interface ArchiveDefinition {
  /** An npm package; `{arch}` stands for x64 or arm64. */
  readonly package: string;
  readonly version: string;
  /** By architecture, or `any`. */
  readonly integrity: Readonly<Partial<Record<Architecture | 'any', string | undefined>>>;
  /** File or folder of the archive (`.` is all of it) -> its place in the image. */
  readonly place: Readonly<Record<string, string>>;
}

export interface ImageDefinition {
  /** Further packages of the distribution. */
  readonly packages: readonly string[];
  readonly archives: readonly ArchiveDefinition[];
  /** Path -> target of a symbolic link. */
  readonly links: Readonly<Record<string, string>>;
  /** Path -> text. */
  readonly files: Readonly<Record<string, string>>;
}

/** docker/images.yaml */
export interface ImageDefinitions {
  readonly schema: typeof BASE_SCHEMA;
  readonly os: OsDefinition;
  readonly images: Readonly<Record<string, ImageDefinition>>;
}

const packageName = z.string().regex(/^[a-z0-9][a-z0-9.+-]*$/, 'use the name of a Debian package');
const integrity = z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/);

/** A path below the image's root, without a leading slash. */
const imagePath = z
  .string()
  .regex(/^[A-Za-z0-9._@+-]+(\/[A-Za-z0-9._@+-]+)*$/)
  .refine((path) => !path.split('/').includes('..'), 'use a path without ".."');

const archiveSchema = z.strictObject({
  package: z.string().regex(/^[a-z0-9@][a-z0-9@/._{}-]*$/),
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'pin one exact version'),
  integrity: z.strictObject({
    x64: integrity.optional(),
    arm64: integrity.optional(),
    any: integrity.optional(),
  }),
  place: z.record(z.string(), imagePath),
});

const imageSchema = z.strictObject({
  packages: z.array(packageName).default([]),
  archives: z.array(archiveSchema).default([]),
  links: z.record(imagePath, z.string().min(1)).default({}),
  files: z.record(imagePath, z.string()).default({}),
});

const definitionsSchema = z.strictObject({
  schema: z.literal(BASE_SCHEMA),
  os: z.strictObject({
    suite: z.string().regex(/^[a-z]+$/),
    registry_image: z.string().min(1),
    packages: z.array(packageName),
  }),
  images: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), imageSchema),
});

/** One archive as it is fetched for one architecture. */
export interface PinnedArchive {
  readonly package: string;
  readonly version: string;
  readonly integrity: string;
  readonly place: Readonly<Record<string, string>>;
}

/** `docker/images.yaml` of this repository. */
export const DEFAULT_DEFINITIONS: string = fileURLToPath(
  new URL('../../../../docker/images.yaml', import.meta.url),
);

/** @throws RefbenchError kind `invalid-file` */
export async function readImageDefinitions(
  path: string = DEFAULT_DEFINITIONS,
): Promise<ImageDefinitions> {
  return await readYamlFile(path, definitionsSchema);
}

/** @throws RefbenchError kind `image` that lists the names there are */
export function imageDefinition(definitions: ImageDefinitions, name: string): ImageDefinition {
  const definition = definitions.images[name];
  if (definition !== undefined) return definition;
  throw new RefbenchError({
    kind: 'image',
    message: `there is no base image "${name}"`,
    mend: `use one of ${Object.keys(definitions.images).join(', ')}, or define it in docker/images.yaml`,
  });
}

/** The archives of a definition for one architecture, in the definition's order. */
export function pinnedArchives(
  definition: ImageDefinition,
  architecture: Architecture,
): readonly PinnedArchive[] {
  return definition.archives.map((archive) => {
    const name = archive.package.replaceAll('{arch}', architecture);
    const pinned = archive.integrity[architecture] ?? archive.integrity.any;
    if (pinned === undefined) {
      throw new RefbenchError({
        kind: 'image',
        message: `docker/images.yaml pins no ${architecture} build of ${name}`,
        mend: `add the integrity of ${name}@${archive.version}, or use another machine`,
      });
    }
    return { package: name, version: archive.version, integrity: pinned, place: archive.place };
  });
}

/** What the operating system layer is: shared by all base images with an equal one. */
export function osDigest(os: OsDefinition, architecture: Architecture): Digest {
  return digestOf({ schema: BASE_SCHEMA, os, architecture });
}

/** What a base image is: its definition and the pinned content of everything put into it. */
export function baseDigest(
  definitions: ImageDefinitions,
  name: string,
  architecture: Architecture,
): Digest {
  const definition = imageDefinition(definitions, name);
  return digestOf({
    schema: BASE_SCHEMA,
    os: osDigest(definitions.os, architecture),
    packages: definition.packages,
    archives: pinnedArchives(definition, architecture),
    links: definition.links,
    files: definition.files,
  });
}
