import { join } from 'node:path';
import type { BuiltImage } from '@refbench/contracts';
import { readJsonFile, writeJsonFile } from '@refbench/base';
import type { Engine } from '@refbench/sandbox';
import { z } from 'zod';

const recordSchema = z.strictObject({
  schema: z.literal(1),
  bytes: z.int().min(0),
  build_ms: z.number().min(0),
  built_at: z.iso.datetime(),
});

/** Name of the record of a base image, which is not the name of an instance. */
export function baseImageRecord(name: string): string {
  return `base-${name}`;
}

/**
 * Reads how large the image was that this host built last under a name, and how long that took.
 * @param name an instance id, or the name of `baseImageRecord`
 */
export async function readBuildRecord(
  stateDir: string,
  name: string,
): Promise<BuiltImage | undefined> {
  const file = await readJsonFile(recordPath(stateDir, name), recordSchema);
  if (file.kind !== 'valid') return undefined;
  const { bytes, build_ms } = file.value;
  return { bytes, build_ms };
}

/** Builds an image and records how long that took. Estimates of later runs use the record. */
export async function recordBuild(
  engine: Engine,
  { stateDir }: { readonly stateDir: string },
  {
    name,
    baseImageId,
    build,
  }: {
    readonly name: string;
    /** The image below, whose size does not count. */
    readonly baseImageId?: string;
    readonly build: () => Promise<string>;
  },
): Promise<string> {
  const start = performance.now();
  const imageId = await build();
  const buildMs = Math.round(performance.now() - start);
  const record: z.infer<typeof recordSchema> = {
    schema: 1,
    bytes: await addedBytes(engine, imageId, baseImageId),
    build_ms: buildMs,
    built_at: new Date().toISOString(),
  };
  await writeJsonFile(recordPath(stateDir, name), record);
  return imageId;
}

/** What an image adds to the base image below it; its whole size if it is a base image. */
export async function addedBytes(
  engine: Engine,
  imageId: string,
  baseImageId?: string,
): Promise<number> {
  const image = await engine.inspectImage(imageId);
  const base = baseImageId === undefined ? undefined : await engine.inspectImage(baseImageId);
  return Math.max(0, (image?.sizeBytes ?? 0) - (base?.sizeBytes ?? 0));
}

function recordPath(stateDir: string, name: string): string {
  return join(stateDir, 'build-records', `${name}.json`);
}
