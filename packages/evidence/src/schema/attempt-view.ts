import { integrityFindingSchema, scoreSchema } from '@refbench/contracts';
import { z } from 'zod';
import { behaviourSchema } from './behaviour.ts';
import { diffFileSchema } from './diff-view.ts';
import { attemptKeySchema } from './run-view.ts';

const count = z.int().min(0);

/** A rule with its matches before and after the patch. */
const ruleRowSchema = z.strictObject({
  id: z.string(),
  side: z.enum(['additive', 'reductive']),
  message: z.string(),
  /** Number of matches in base and in the patched tree. `before` is null if it was not recorded. */
  before: count.nullable(),
  after: count,
  /** An additive rule that matches, or a reductive rule that does not. */
  satisfied: z.boolean(),
  /** Number of places where it matches, or did before the patch. */
  placeCount: count,
  /** The first 50 of them: file and line in the patched tree, or in base if the match is gone. */
  places: z.array(
    z.strictObject({
      file: z.string(),
      line: z.int().min(1),
      effect: z.enum(['gained', 'removed', 'left', 'kept']),
    }),
  ),
});

const testsSchema = z.strictObject({
  /** Counts on the patched tree. Null if the suite gave no verdict. */
  after: z.strictObject({ passed: count, failed: count, skipped: count, total: count }).nullable(),
  /** Thresholds from the runs on base and golden. */
  pMin: count.nullable(),
  fMax: count.nullable(),
  /** By name: tests that passed on base and golden. Null if the suite does not name its tests. */
  stable: count.nullable(),
  missing: z.array(z.string()),
  failing: z.array(z.string()),
  others: z.array(z.string()),
  /** What stands for the functions in which a fault was planted, and how many tests noticed. */
  planted: z.array(z.string()),
  noticed: count.nullable(),
});

/** One step of an agent. Texts are cut at a limit; `cut` counts the characters that are missing. */
const stepSchema = z.strictObject({
  step: z.int().min(1),
  /** Phase of the attempt that the step belongs to, e.g. `plan` or `execute`. */
  phase: z.string(),
  source: z.enum(['system', 'user', 'agent']),
  /** Seconds since the attempt started. Null if the client gave no time. */
  at: z.number().nullable(),
  message: z.string(),
  reasoning: z.string(),
  calls: z.array(
    z.strictObject({
      id: z.string(),
      tool: z.string(),
      /** Arguments as indented JSON or, for a shell command, the command itself. */
      input: z.string(),
      output: z.string(),
    }),
  ),
  inputTokens: count.nullable(),
  outputTokens: count.nullable(),
  cut: count,
});

/** Spending over time: the totals after each model call, as the gateway metered them. */
const spendingSchema = z.strictObject({
  /** Seconds since the attempt started. */
  at: z.number(),
  usd: z.number(),
  inputTokens: count,
  outputTokens: count,
});

const logSchema = z.strictObject({
  name: z.string(),
  /** Head and tail of the file, at most 200,000 characters. */
  text: z.string(),
  /** Number of bytes that were left out between them. */
  cut: count,
});

/** The evidence of one attempt. Agent text is data: pages must never interpret it as HTML. */
export const attemptViewSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-attempt-view'),
  run: z.string(),
  key: attemptKeySchema,
  instance: z.string(),
  agent: z.string(),
  repeat: z.int().min(1),
  attempt: z.int().min(1),
  /** prompt.md. */
  task: z.string(),
  outcome: z.string().nullable(),
  /** Details of the outcome, one `name: value` each. */
  outcomeDetails: z.array(z.string()),
  warnings: z.array(z.string()),
  score: scoreSchema.nullable(),
  findings: z.array(integrityFindingSchema),
  diff: z.array(diffFileSchema),
  rules: z.array(ruleRowSchema),
  tests: testsSchema.nullable(),
  plans: z.array(z.strictObject({ text: z.string(), chosen: z.boolean() })),
  /** The judge's reason for its choice. Null without a judge. */
  judgeReason: z.string().nullable(),
  steps: z.array(stepSchema),
  spending: z.array(spendingSchema),
  behaviour: behaviourSchema.nullable(),
  logs: z.array(logSchema),
  /** What this copy of the run does not contain: the task, or what an attempt with a score has. */
  notKept: z.array(z.enum(['patch', 'rules', 'task'])),
});

export type AttemptView = z.infer<typeof attemptViewSchema>;
export type StepView = z.infer<typeof stepSchema>;
export type RuleRow = z.infer<typeof ruleRowSchema>;
