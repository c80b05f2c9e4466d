import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { readYamlFile } from '@refbench/base';
import { IMAGES_FOLDER } from '@refbench/docker';
import { z } from 'zod';
import type { Architecture } from './architecture.ts';

/** Increased when the meaning of a definition changes, so that old images are not reused. */
export const BASE_SCHEMA = 2;

/** The operating system of base images. */
export interface SystemDefinition {
  /** The release name of the distribution. */
  readonly suite: string;
  readonly registry_image: string;
  /** `archive`: bootstrapped if no registry is reachable. `registry`: only available from a registry. */
  readonly fallback: 'archive' | 'registry';
  readonly packages: readonly string[];
}

interface ArchiveDefinition {
  /** An npm package. `{arch}` is replaced by x64 or arm64. */
  readonly package: string;
  readonly version: string;
  /** Integrity by architecture, or `any`. */
  readonly integrity: Readonly<Partial<Record<Architecture | 'any', string | undefined>>>;
  /** Maps a file or folder of the archive (`.` is everything) to its path in the image. */
  readonly place: Readonly<Record<string, string>>;
  /** Files of the archive that must be executable. npm sets the modes of programs only on installation. */
  readonly executables?: readonly string[] | undefined;
}

/** The content of a layer. */
export interface LayerDefinition {
  /** Packages of the distribution. */
  readonly packages: readonly string[];
  /** Packages that only another suite of the distribution has, by the name of the suite. */
  readonly other_suites?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly archives: readonly ArchiveDefinition[];
  /** Maps the path of a symbolic link to its target. */
  readonly links: Readonly<Record<string, string>>;
  /** Maps the path of a file to its text. */
  readonly files: Readonly<Record<string, string>>;
  /** Official Go build of this version, downloaded through the module proxy to /usr/local/go. */
  readonly go?: string | undefined;
  /** A file of pinned requirements next to images.yaml, installed to /opt/python-tools. */
  readonly python_tools?: string | undefined;
  /**
   * Maps a program to a part of the version that it must print. It is verified but not part of the
   * identity.
   */
  readonly provides: Readonly<Record<string, string>>;
}

export interface ImageDefinition extends LayerDefinition {
  /** A key of `systems`. */
  readonly system: string;
}

/** The content of images.yaml with includes resolved. */
export interface ImageDefinitions {
  readonly systems: Readonly<Record<string, SystemDefinition>>;
  /** The common layer of all images of a system. */
  readonly common: LayerDefinition;
  readonly images: Readonly<Record<string, ImageDefinition>>;
  /** The texts of the `python_tools` files by name. */
  readonly requirements: Readonly<Record<string, string>>;
}

const packageName = z.string().regex(/^[a-z0-9][a-z0-9.+-]*$/, 'use the name of a Debian package');
const integrity = z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/);
const exactVersion = z.string().regex(/^\d+\.\d+\.\d+$/, 'pin one exact version');

/** A path below the image's root, without a leading slash. */
const imagePath = z
  .string()
  .regex(/^[A-Za-z0-9._@+-]+(\/[A-Za-z0-9._@+-]+)*$/)
  .refine((path) => !path.split('/').includes('..'), 'use a path without ".."');

const archiveSchema = z.strictObject({
  package: z.string().regex(/^[a-z0-9@][a-z0-9@/._{}-]*$/),
  version: exactVersion,
  integrity: z.strictObject({
    x64: integrity.optional(),
    arm64: integrity.optional(),
    any: integrity.optional(),
  }),
  place: z.record(z.string(), imagePath),
  executables: z.array(z.string()).optional(),
});

const layerSchema = z.strictObject({
  packages: z.array(packageName).default([]),
  other_suites: z.record(z.string().regex(/^[a-z]+$/), z.array(packageName)).optional(),
  archives: z.array(archiveSchema).default([]),
  links: z.record(imagePath, z.string().min(1)).default({}),
  files: z.record(imagePath, z.string()).default({}),
  go: exactVersion.optional(),
  python_tools: z
    .string()
    .regex(/^[a-z0-9-]+\.lock$/)
    .optional(),
  provides: z
    .record(z.string().regex(/^[a-z0-9+]+$/), z.string().regex(/^[A-Za-z0-9. ]+$/))
    .default({}),
});

const imageName = z.string().regex(/^[a-z][a-z0-9.-]*$/);

const definitionsSchema = z.strictObject({
  schema: z.literal(BASE_SCHEMA),
  systems: z.record(
    z.string().regex(/^[a-z]+$/),
    z.strictObject({
      suite: z.string().regex(/^[a-z]+$/),
      registry_image: z.string().min(1),
      fallback: z.enum(['archive', 'registry']).default('archive'),
      packages: z.array(packageName),
    }),
  ),
  common: layerSchema,
  images: z.record(
    imageName,
    layerSchema.extend({
      system: z.string(),
      /** Images of the same system whose layers are merged into this one, before its own. */
      include: z.array(imageName).default([]),
    }),
  ),
});

type ImageEntry = z.infer<typeof definitionsSchema>['images'][string];

/** The image definitions of RefBench. */
export const DEFAULT_DEFINITIONS: string = join(IMAGES_FOLDER, 'images.yaml');

/** @throws RefbenchError kind `invalid-file` */
export async function readImageDefinitions(
  path: string = DEFAULT_DEFINITIONS,
): Promise<ImageDefinitions> {
  const { systems, common, images: entries } = await readYamlFile(path, definitionsSchema);
  const images = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      if (systems[entry.system] === undefined) {
        throw invalid(path, `image "${name}" uses the undefined system "${entry.system}"`);
      }
      return [name, withIncluded(path, name, entry, entries)];
    }),
  );
  return { systems, common, images, requirements: await readRequirements(path, images) };
}

/** Resolves includes. An image that includes others cannot be included itself. */
function withIncluded(
  path: string,
  name: string,
  { include, ...own }: ImageEntry,
  entries: Readonly<Record<string, ImageEntry>>,
): ImageDefinition {
  const parts = include.map((part) => {
    const entry = entries[part];
    if (entry !== undefined && entry.system === own.system && entry.include.length === 0) {
      return entry;
    }
    throw invalid(path, `image "${name}" cannot include "${part}"`);
  });
  const layers = [...parts, own];
  return {
    system: own.system,
    packages: [...new Set(layers.flatMap(({ packages }) => packages))],
    archives: layers.flatMap(({ archives }) => archives),
    links: Object.fromEntries(layers.flatMap(({ links }) => Object.entries(links))),
    files: Object.fromEntries(layers.flatMap(({ files }) => Object.entries(files))),
    provides: Object.fromEntries(layers.flatMap(({ provides }) => Object.entries(provides))),
    other_suites: layers.findLast(({ other_suites: suites }) => suites !== undefined)?.other_suites,
    go: layers.findLast(({ go }) => go !== undefined)?.go,
    python_tools: layers.findLast(({ python_tools: tools }) => tools !== undefined)?.python_tools,
  };
}

async function readRequirements(
  path: string,
  images: Readonly<Record<string, ImageDefinition>>,
): Promise<Record<string, string>> {
  const names = new Set(Object.values(images).flatMap((image) => image.python_tools ?? []));
  const texts = [...names].map(async (name): Promise<[string, string]> => {
    const file = join(dirname(path), name);
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw invalid(path, `${file} cannot be read`, cause);
    });
    return [name, text];
  });
  return Object.fromEntries(await Promise.all(texts));
}

function invalid(path: string, reason: string, cause?: unknown): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${reason}`,
    hint: 'correct it; the format is described in docker/images/README.md',
    cause,
  });
}

/**
 * Returns the definition of an image. @throws RefbenchError kind `image` with the list of defined
 * names
 */
export function imageDefinition(definitions: ImageDefinitions, name: string): ImageDefinition {
  const definition = definitions.images[name];
  if (definition !== undefined) return definition;
  throw new RefbenchError({
    kind: 'image',
    message: `there is no base image "${name}"`,
    hint: `use one of ${Object.keys(definitions.images).join(', ')}, or define it in docker/images/images.yaml`,
  });
}

/** @throws RefbenchError kind `image` */
export function systemOf(definitions: ImageDefinitions, name: string): SystemDefinition {
  const system = definitions.systems[imageDefinition(definitions, name).system];
  // The reader checks this, but definitions created in code may lack it.
  if (system === undefined) throw new Error(`image "${name}" has no system`);
  return system;
}

/** Returns the names of the Python packages that the tools of the images consist of. */
export function toolPackages({ requirements }: ImageDefinitions): ReadonlySet<string> {
  const lines = Object.values(requirements).flatMap((text) => text.split('\n'));
  return new Set(lines.flatMap((line) => /^([a-z0-9][\w.-]*)==/.exec(line)?.[1] ?? []));
}
