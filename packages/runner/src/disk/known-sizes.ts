import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '@refbench/base';
import { z } from 'zod';

const sizesSchema = z.object({ schema: z.literal(1), bytes: z.record(z.string(), z.number()) });

/** The size that each image added to its base image when it was last built on this host. */
export class KnownSizes {
  private readonly path: string;
  private readonly bytes: Map<string, number>;

  private constructor(path: string, bytes: Map<string, number>) {
    this.path = path;
    this.bytes = bytes;
  }

  static async open(stateDir: string): Promise<KnownSizes> {
    const path = join(stateDir, 'image-sizes.json');
    const read = await readJsonFile(path, sizesSchema);
    return new KnownSizes(
      path,
      new Map(read.kind === 'valid' ? Object.entries(read.value.bytes) : []),
    );
  }

  of(instance: string): number | undefined {
    return this.bytes.get(instance);
  }

  async record(instance: string, bytes: number): Promise<void> {
    if (this.bytes.get(instance) === bytes) return;
    this.bytes.set(instance, bytes);
    const file: z.infer<typeof sizesSchema> = { schema: 1, bytes: Object.fromEntries(this.bytes) };
    await writeJsonFile(this.path, file);
  }
}
