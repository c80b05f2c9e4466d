import { writeJsonFile } from '@refbench/base';
import { z } from 'zod';
import { readDataFile } from '../read-data-file.ts';

const tokens = z.int().nonnegative();

const scoredSchema = z.object({
  status: z.literal('scored').default('scored'),
  key: z.string(),
  tier: z.string(),
  model: z.string(),
  sha: z.string(),
  files: z.array(z.string()),
  file_hit: z.boolean(),
  token_overlap: z.number().min(0).max(1),
  pass: z.boolean(),
  input_tokens: tokens,
  output_tokens: tokens,
  // The files of the study lack these fields.
  shared_tokens: tokens.optional(),
  all_tokens: tokens.optional(),
  stop: z.enum(['end', 'length', 'other']).optional(),
  max_tokens: tokens.optional(),
  usd: z.number().nonnegative().optional(),
});

/** A ticket with an answer. */
export type ScoredResult = z.infer<typeof scoredSchema>;

const unscoredSchema = z.object({
  status: z.enum(['failed', 'missing']),
  key: z.string(),
  tier: z.string(),
  model: z.string(),
  /** Why the ticket has no answer. */
  reason: z.string(),
});

/** A ticket without an answer. It has no score and is not part of any mean. */
type UnscoredResult = z.infer<typeof unscoredSchema>;
export type Result = ScoredResult | UnscoredResult;

const resultsSchema = z.object({
  schema: z.literal(1),
  model: z.string(),
  results: z.array(z.union([unscoredSchema, scoredSchema])),
});

/** All results of one model. */
export interface ModelResults {
  readonly model: string;
  readonly results: readonly Result[];
}

export async function writeResults(path: string, { model, results }: ModelResults): Promise<void> {
  await writeJsonFile(path, { schema: 1, model, results }, 1);
}

/**
 * Reads results of RefBench or eval_results_<model>.json of the study.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readResultsFile(path: string): Promise<ModelResults> {
  const schema = z.union([resultsSchema, z.array(scoredSchema).min(1)]);
  const file = await readDataFile(path, schema, 'create it with "refbench tiers score"');
  if (!Array.isArray(file)) return file;
  return { model: file[0]?.model ?? path, results: file };
}

export function isScored(result: Result): result is ScoredResult {
  return result.status === 'scored';
}
