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
  /** Cost of its attempts in dollars. Null if nothing was metered. */
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
  /** Number of attempts with a record, including retried ones. */
  attempts: count,
  bytes: count,
});

export type RunSummary = z.infer<typeof runSummarySchema>;

/** One attempt of an agent at an instance, described by its latest try. */
const runResultSchema = z.strictObject({
  instance: instanceIdSchema,
  agent: segmentSchema,
  /** Number of the independent attempt, from 1. */
  repeat: z.int().min(1),
  /** Number of the latest try. Null if there was none. */
  attempt: z.int().min(1).nullable(),
  state: z.enum(['scored', 'not graded', 'absent', 'damaged', 'not started']),
  /** How the attempt ended, e.g. `completed`. Null if it has no record. */
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

/** Output of `refbench runs show --json`. */
export const runDetailsSchema = z.strictObject({
  summary: runSummarySchema,
  plan: runPlanSchema,
  results: z.array(runResultSchema),
});

export type RunDetails = z.infer<typeof runDetailsSchema>;

/** A line of `refbench runs export --format predictions`, with the common fields of SWE-bench. */
export const predictionLineSchema = z.strictObject({
  instance_id: instanceIdSchema,
  model_name_or_path: segmentSchema,
  /** Null if the patch is not UTF-8. */
  model_patch: z.string().nullable(),
  /** The patch in base64, if it is not UTF-8. */
  model_patch_b64: z.base64().optional(),
});

export type PredictionLine = z.infer<typeof predictionLineSchema>;
