import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readDataFile } from '../read-data-file.ts';

const rowSchema = z.strictObject({
  model: z.string(),
  /** Pass rate in per cent. */
  pass: z.number(),
  /** Mean overlap. */
  mean: z.number(),
  sd: z.number(),
});

const publishedSchema = z.strictObject({
  title: z.string(),
  models: z.array(rowSchema.extend({ in: z.number(), out: z.number() })),
  tiers: z.array(rowSchema.extend({ tier: z.string(), n: z.int() })),
  within: z.strictObject({ mean_range: z.number(), max_range: z.number() }),
  /** Difference between the overlaps of the families in per cent. */
  family_gap: z.number(),
  /** Answers that have an overlap but name no changed file. */
  misses: z.strictObject({ model: z.string(), count: z.int(), low: z.number(), high: z.number() }),
});

export type Published = z.infer<typeof publishedSchema>;

/** Reads the published figures of the study for comparison. */
export function publishedFigures(): Promise<Published> {
  const path = fileURLToPath(new URL('../../data/study.json', import.meta.url));
  return readDataFile(path, publishedSchema, 'reinstall refbench');
}
