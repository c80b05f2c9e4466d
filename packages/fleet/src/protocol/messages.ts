import { instanceIdSchema, runPlanSchema, segmentSchema } from '@refbench/contracts';
import { z } from 'zod';

/** One of the independent attempts of a run, as the coordinator hands it out. */
export const cellSchema = z.strictObject({
  instance: instanceIdSchema,
  agent: segmentSchema,
  repeat: z.int().min(1),
});
export type Cell = z.infer<typeof cellSchema>;

/** What a worker says of itself when it asks for work. */
const workerSchema = z.strictObject({
  /** Name of the worker: its host and the number of its slot's process. */
  name: z.string().min(1).max(200),
  /** The engine that its containers use. Health is judged per engine. */
  engine: z.string().max(500),
  tool: z.string().max(200),
});

/** A claim also says what time it is there, because records of attempts contain dates. */
export const claimSchema = workerSchema.extend({ now: z.iso.datetime() });
export type Worker = z.infer<typeof workerSchema>;

/** The answer to a claim. */
export const claimAnswerSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('granted'),
    /** Proves the right to this cell until the lease runs out. */
    token: z.string(),
    cell: cellSchema,
    /** The number of the last attempt that exists; attempts of this lease have higher ones. */
    after: z.int().min(0),
    /** Dollars that earlier attempts of the cell have spent. */
    spent_usd: z.number().min(0),
    /** Arguments of `refbench run` that make this attempt. */
    command: z.array(z.string()),
    plan: runPlanSchema,
    renew_ms: z.int().positive(),
  }),
  /** Nothing now. Ask again later. */
  z.strictObject({ kind: z.literal('wait'), ms: z.int().positive() }),
  /** This run will never have work for this worker. */
  z.strictObject({ kind: z.literal('refused'), reason: z.string() }),
  z.strictObject({ kind: z.literal('finished') }),
]);
export type ClaimAnswer = z.infer<typeof claimAnswerSchema>;

/** What a worker reports with each renewal of its lease. */
export const renewalSchema = z.strictObject({
  /** Events for the viewer of the run, in order. */
  events: z.array(z.unknown()).max(1000),
});

export const renewalAnswerSchema = z.strictObject({
  /** Whether the attempt must end without a result. */
  stop: z.boolean(),
});

/** Why a worker gives a cell back. */
export const releaseSchema = z.strictObject({
  /**
   * `stopped`: the worker was told to stop. `infra`: its engine, disk or network failed. `failed`: the
   * attempt cannot be made anywhere, e.g. because the image cannot be built. `refused`: this worker has
   * another plan, e.g. other files of the instance.
   */
  kind: z.enum(['stopped', 'infra', 'failed', 'refused']),
  error: z.string().max(100),
  reason: z.string().max(20_000),
  hint: z.string().max(20_000),
});
export type Release = z.infer<typeof releaseSchema>;

export const openGateSchema = z.strictObject({
  attempt: z.string().max(500),
  models: z.array(z.string().max(200)).max(100),
  budget_usd: z.number().positive(),
  spent_before_usd: z.number().min(0),
  /** Path of usage.jsonl below the folder of the run. */
  usage: z.string().max(1000),
});

export const openedGateSchema = z.strictObject({ id: z.string(), token: z.string() });

/** What a gate knows; each message replaces the one before. */
export const gateStateSchema = z.strictObject({
  spent: z.strictObject({
    usd: z.number(),
    requests: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
  }),
  warnings: z.array(z.string()),
  agent_started: z.boolean(),
  exhausted: z
    .strictObject({
      scope: z.enum(['attempt', 'run']),
      budgetUsd: z.number(),
      spentUsd: z.number(),
    })
    .nullable(),
  failed: z.string().nullable(),
});
export type GateState = z.infer<typeof gateStateSchema>;

/** The name of the protocol that a connection to a gate is upgraded to. */
export const GATE_PROTOCOL = 'refbench-gate';
