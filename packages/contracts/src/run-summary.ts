import { z } from 'zod';
import { instanceIdSchema, segmentSchema } from './instance-id.ts';
import { modeSchema, trackSchema } from './instance.ts';
import { runPlanSchema } from './run-plan.ts';

const count = z.int().min(0);
const figure = z.number().min(0).max(1).nullable();

/** One agent in a run. Means cover the instances on which every compared agent has a result. */
const agentSummarySchema = z.strictObject({
  agent: segmentSchema,
  model: z.string().nullable(),
  planned: count,
  scored: count,
  pass: figure,
  ifr: figure,
  alignment: figure,
  precision: figure,
  ifr_strict: figure,
  alignment_strict: figure,
  /** Dollars that its attempts cost; null where nothing was metered. */
  usd: z.number().min(0).nullable(),
});

/** A line of `refbench runs list --json`. */
export const runSummarySchema = z.strictObject({
  run: segmentSchema,
  folder: z.string(),
  created_at: z.iso.datetime(),
  track: trackSchema,
  mode: modeSchema,
  instances: count,
  agents: z.array(agentSummarySchema),
  /** Attempts with a record, retried ones included. */
  attempts: count,
  bytes: count,
});

export type RunSummary = z.infer<typeof runSummarySchema>;

/** One of an agent's attempts at an instance, by its newest try. */
const runResultSchema = z.strictObject({
  instance: instanceIdSchema,
  agent: segmentSchema,
  /** Which of the independent attempts, from 1. */
  repeat: z.int().min(1),
  /** The number of its last try; null where none was made. */
  attempt: z.int().min(1).nullable(),
  state: z.enum(['scored', 'not graded', 'absent', 'damaged', 'not started']),
  /** How the attempt ended, e.g. `completed`; null where it has no record. */
  outcome: z.string().nullable(),
  pass: z.union([z.literal(0), z.literal(1)]).nullable(),
  ifr: figure,
  alignment: figure,
  usd: z.number().min(0).nullable(),
  seconds: z.number().min(0).nullable(),
  /** Why a figure is missing. */
  note: z.string(),
});

export type RunResultRow = z.infer<typeof runResultSchema>;

/** What `refbench runs show --json` prints. */
export const runDetailsSchema = z.strictObject({
  summary: runSummarySchema,
  plan: runPlanSchema,
  results: z.array(runResultSchema),
});

export type RunDetails = z.infer<typeof runDetailsSchema>;

/** A line of `refbench runs export --format predictions`: the fields that SWE-bench made common. */
export const predictionLineSchema = z.strictObject({
  instance_id: instanceIdSchema,
  model_name_or_path: segmentSchema,
  /** Null where the patch is not UTF-8. */
  model_patch: z.string().nullable(),
  /** The patch's bytes in base64, where it is not UTF-8. */
  model_patch_b64: z.base64().optional(),
});

export type PredictionLine = z.infer<typeof predictionLineSchema>;
