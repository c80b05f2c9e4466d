import { agentSummarySchema, reportSchema, resolutionSchema } from '@refbench/reports';
import { z } from 'zod';
import { attackReleaseSchema } from './attack-releases.ts';
import { ledgerRowSchema } from '../ledger/ledger.ts';
import { ledgerHeadSchema } from '../ledger/ledger-head.ts';

const figure = z.number().nullable();

const boardAgentSchema = z.strictObject({
  /** Name in all tables. It is unique on the board. */
  label: z.string(),
  submission: z.string(),
  /** Name in the run. */
  name: z.string(),
  organisation: z.string(),
  model: z.string().nullable(),
  url: z.string().nullable(),
  openSource: z.boolean(),
  notes: z.string(),
  /** Shown but not tested. */
  reference: z.boolean(),
  /** Scored with a baseline that is not the complete one of its host. Shown but not ranked. */
  firstLook: z.boolean(),
});

const boardResultSchema = z.strictObject({
  label: z.string(),
  submission: z.string(),
  track: z.string(),
  mode: z.string(),
  instance: z.string(),
  language: z.string().nullable(),
  category: z.string().nullable(),
  /** Key of the attempt in the page of the submission. */
  key: z.string(),
  run: z.string(),
  outcome: z.string(),
  pass: z.union([z.literal(0), z.literal(1)]).nullable(),
  ifr: figure,
  alignment: figure,
  precision: figure,
  usd: figure,
  /** True if the instance has no tests. */
  untested: z.literal(true).optional(),
  ranked: z.boolean(),
});

/** Everything that the leaderboard shows. It follows from the ledger and the submissions alone. */
export const boardViewSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-board'),
  /** From board.yaml. */
  title: z.string(),
  description: z.string(),
  headline: z.array(z.string()),
  submissions: z.array(
    z.strictObject({
      id: z.string(),
      run: z.string(),
      date: z.string(),
      /** What the submitter calls themselves. */
      submitter: z.string(),
      /** The owner of the key that signed it, as the board knows it. Null for rows of older boards. */
      signer: z.string().nullable(),
      /** How many instances were graded again before it was added. Null for rows of older boards. */
      graded: z.strictObject({ instances: z.int(), of: z.int() }).nullable(),
      tool: z.string(),
      digest: z.string(),
      instances: z.int(),
    }),
  ),
  agents: z.array(boardAgentSchema),
  summary: z.array(agentSummarySchema),
  /** What each track and mode can tell apart. */
  resolutions: z.array(resolutionSchema),
  results: z.array(boardResultSchema),
  /** What the corpus of attacks earned in each release, newest first. Measured by the maintainer. */
  attacks: z.array(attackReleaseSchema),
  /** Null while the board is empty. */
  report: reportSchema.omit({ cells: true }).nullable(),
  ledger: z.array(ledgerRowSchema),
  /** Where the ledger ends. Null for a board that had no change since heads exist. */
  head: ledgerHeadSchema.nullable(),
});

export type BoardView = z.infer<typeof boardViewSchema>;
export type BoardAgent = z.infer<typeof boardAgentSchema>;
export type BoardResult = z.infer<typeof boardResultSchema>;
