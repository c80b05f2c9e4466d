import { writeJsonFile } from '@refbench/base';
import { z } from 'zod';
import { indexEntrySchema } from '../index/index-entry.ts';
import { readDataFile } from '../read-data-file.ts';
import type { DrawnTier, SampleOptions } from './draw-sample.ts';

const sampleSchema = z.strictObject({
  schema: z.literal(1),
  /** `owner/name`, or the path of a clone. Null if the index does not record it. */
  repository: z.string().nullable(),
  language: z.string(),
  seed: z.int(),
  per_tier: z.int().positive(),
  tiers: z.array(
    z.strictObject({ tier: z.string(), pool: z.int().nonnegative(), drawn: z.int().nonnegative() }),
  ),
  warnings: z.array(z.string()),
  /** Tickets in the order drawn. */
  tickets: z.array(indexEntrySchema),
});

export type Sample = z.infer<typeof sampleSchema>;

export interface SampleOrigin {
  readonly repository: string | null;
  readonly language: string;
}

export function sampleOf(
  drawn: readonly DrawnTier[],
  { perTier, seed }: SampleOptions,
  origin: SampleOrigin,
  warnings: readonly string[],
): Sample {
  return {
    schema: 1,
    ...origin,
    seed,
    per_tier: perTier,
    tiers: drawn.map(({ tier, pool, entries }) => ({ tier, pool, drawn: entries.length })),
    warnings: [...warnings],
    tickets: drawn.flatMap(({ entries }) => entries),
  };
}

export async function writeSample(path: string, sample: Sample): Promise<void> {
  await writeJsonFile(path, sample, 1);
}

/**
 * Reads a sample.
 * @throws RefbenchError kind `invalid-file`
 */
export function readSample(path: string): Promise<Sample> {
  return readDataFile(path, sampleSchema, 'create it with "refbench tiers sample"');
}
