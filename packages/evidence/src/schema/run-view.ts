import { integritySeveritySchema } from '@refbench/contracts';
import { agentSummarySchema, reportSchema, resolutionSchema } from '@refbench/reports';
import { z } from 'zod';
import { behaviourSchema } from './behaviour.ts';

const count = z.int().min(0);
const figure = z.number().nullable();

/** What is done now, in a run that goes on. */
const livePhaseSchema = z.strictObject({
  name: z.string(),
  since: z.string(),
  /** Estimated duration. Null if nothing is recorded. */
  expectedSeconds: z.number().min(0).nullable(),
});

/** Identifies an attempt within a run: `<instance>/<agent>/<repeat>/<attempt>`. */
export const attemptKeySchema = z.string().regex(/^[^/]+\/[^/]+\/[1-9]\d*\/[1-9]\d*$/);

const agentSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  model: z.string().nullable(),
  /** Shown but not tested. */
  reference: z.boolean(),
  digest: z.string(),
});

const instanceSchema = z.strictObject({
  id: z.string(),
  /** Null if the instance is not in the folder of instances any more. */
  repository: z.string().nullable(),
  language: z.string().nullable(),
  category: z.string().nullable(),
  /** Work for all attempts on the instance. Null if there is none now. */
  live: livePhaseSchema.nullable(),
});

/** One attempt in the list of a run. Everything else about it is in its attempt view. */
const attemptRowSchema = z.strictObject({
  key: attemptKeySchema,
  instance: z.string(),
  agent: z.string(),
  repeat: z.int().min(1),
  attempt: z.int().min(1),
  /** True for the attempt that counts: the newest one that has a score. */
  counts: z.boolean(),
  /**
   * In a run that goes on: `running` before the record of the attempt, `grading` between record and
   * score. Otherwise `unfinished` and `not graded`.
   */
  state: z.enum(['running', 'grading', 'unfinished', 'not graded', 'scored', 'damaged']),
  /** Null if nothing is done now. */
  live: livePhaseSchema.nullable(),
  /** Name of the phase or outcome, e.g. `completed` or `timed-out`. Null while it is unknown. */
  outcome: z.string().nullable(),
  verdict: z.enum(['model', 'infra', 'instance']).nullable(),
  pass: z.union([z.literal(0), z.literal(1)]).nullable(),
  ifr: figure,
  alignment: figure,
  precision: figure,
  ifrStrict: figure,
  alignmentStrict: figure,
  /** Lines of source code that the patch adds and removes. */
  added: count.nullable(),
  removed: count.nullable(),
  /** True if the instance has no tests. */
  untested: z.literal(true).optional(),
  tests: z.strictObject({ passed: count, total: count, missing: count.nullable() }).nullable(),
  /** Most severe integrity finding. Null if there is none. */
  worstFinding: integritySeveritySchema.nullable(),
  ranked: z.boolean(),
  /** True if the score is not from the complete baseline of the host. */
  firstLook: z.boolean(),
  usd: z.number().min(0).nullable(),
  inputTokens: count.nullable(),
  outputTokens: count.nullable(),
  seconds: z.number().min(0).nullable(),
  startedAt: z.string().nullable(),
  behaviour: behaviourSchema.nullable(),
  /** Why a figure is missing, or what went wrong. Empty if there is nothing to say. */
  note: z.string(),
});

/** A planned pair without any attempt, e.g. because no patch was submitted. */
const emptyCellSchema = z.strictObject({
  instance: z.string(),
  agent: z.string(),
  repeat: z.int().min(1),
  /** `waiting`: the instance is prepared for it now, as `note` says. */
  state: z.enum(['not started', 'waiting', 'absent']),
  note: z.string(),
});

/** Everything about a run except the evidence of its attempts. Ratios are in 0..1. */
export const runViewSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-run-view'),
  run: z.string(),
  createdAt: z.string(),
  tool: z.string(),
  track: z.string(),
  mode: z.string(),
  repeats: z.int().min(1),
  budgetUsd: z.number().nullable(),
  state: z.enum(['running', 'interrupted', 'finished']),
  /** Planned attempts without retries, and how many of them have a score or are absent. */
  planned: count,
  done: count,
  /** Who did how well, how certain that is, and what went wrong: one sentence each. */
  headline: z.array(z.string()),
  /** One row per agent, best first. Empty while nothing is scored. */
  summary: z.array(agentSummarySchema),
  /** What each track and mode can tell apart. */
  resolutions: z.array(resolutionSchema),
  agents: z.array(agentSchema),
  instances: z.array(instanceSchema),
  attempts: z.array(attemptRowSchema),
  empty: z.array(emptyCellSchema),
  /** Tables and tests of the run. Its cells are left out, as `attempts` has them. Null while nothing is scored. */
  report: reportSchema.omit({ cells: true }).nullable(),
});

export type AttemptKey = z.infer<typeof attemptKeySchema>;
export type AttemptRow = z.infer<typeof attemptRowSchema>;
export type LivePhase = z.infer<typeof livePhaseSchema>;
export type RunView = z.infer<typeof runViewSchema>;
