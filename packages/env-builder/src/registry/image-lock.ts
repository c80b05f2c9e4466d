import { digestSchema, instanceIdSchema, type Digest } from '@refbench/contracts';
import { readOptionalJson, writeJsonFile } from '@refbench/base';
import { z } from 'zod';
import type { PushedEnvironment } from './push-environment.ts';

/**
 * What a team pushed, as a file for its repository: by the digest of the environment, the digest of the
 * evidence, which names the images. With it, nobody who can write to the registry can exchange an image.
 */
export interface ImageLock {
  readonly schema: 1;
  readonly images: Readonly<
    Record<Digest, { readonly instance: string; readonly evidence: Digest }>
  >;
}

const imageLockSchema: z.ZodType<ImageLock> = z.strictObject({
  schema: z.literal(1),
  images: z.record(
    digestSchema,
    z.strictObject({ instance: instanceIdSchema, evidence: digestSchema }),
  ),
});

/**
 * Undefined if there is no such file.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readImageLock(path: string): Promise<ImageLock | undefined> {
  const hint = 'correct the file, or remove it and push again';
  return await readOptionalJson(path, imageLockSchema, hint);
}

/** Adds what was pushed. Entries of other environments stay. */
export async function lockImage(path: string, pushed: PushedEnvironment): Promise<void> {
  const { images = {} } = (await readImageLock(path)) ?? {};
  const evidence = digestSchema.parse(pushed.evidence.split('@').at(-1));
  const entry = { [pushed.environment]: { instance: pushed.instance, evidence } };
  const sorted = Object.entries({ ...images, ...entry }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  await writeJsonFile(path, { schema: 1, images: Object.fromEntries(sorted) });
}
