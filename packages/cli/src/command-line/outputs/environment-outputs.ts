import {
  attemptUsageSchema,
  baselineSchema,
  instanceIdSchema,
  outcomeSchema,
  testRunSchema,
} from '@refbench/contracts';
import { leakReportSchema } from '@refbench/leak-gate';
import { z } from 'zod';
import type { JsonOutput } from './json-output.ts';
import { count } from './output-parts.ts';

export type EnvironmentOutputName = 'calibration' | 'environment' | 'leak-report';

const state = z.enum(['base', 'golden']);
const range = z.strictObject({ min: z.number(), max: z.number() });
const durations = z.array(z.number());
const reason = z.strictObject({ what: z.string(), hint: z.string() });

const calibrationSchema = z.strictObject({
  schema: z.literal(1),
  baseline: baselineSchema,
  durations_ms: z.strictObject({ base: durations, golden: durations }),
  names_tests: z.boolean(),
  flaky: z.array(
    z.strictObject({
      id: z.string(),
      state,
      passed: count,
      failed: count,
      skipped: count,
      absent: count,
    }),
  ),
  warnings: z.array(
    z.strictObject({
      kind: z.enum([
        ...(['no-verdict', 'counts-differ', 'does-not-add-up'] as const),
        ...(['stops-early', 'loses-tests', 'slow'] as const),
      ]),
      state: z.enum(['base', 'golden', 'both']),
      reason: z.string(),
      hint: z.string(),
    }),
  ),
  drift: z.array(
    z.strictObject({
      source: z.string(),
      state,
      count: z.enum(['passed', 'failed', 'skipped', 'total']),
      published: range,
      here: range,
    }),
  ),
  fault: z.string().nullable(),
});

/** Measurements of an environment; absent if no image could be built. */
const checked = {
  admitted: z.boolean().optional(),
  image_bytes: count.optional(),
  runs: z.array(z.strictObject({ state, run: testRunSchema, duration_ms: z.number() })).optional(),
  failures: z
    .array(
      z.strictObject({
        kind: z.enum([
          ...(['no-verdict', 'too-few-tests', 'too-few-passing', 'too-many-skipped'] as const),
          ...(['uneven', 'too-slow', 'unstable', 'too-large', 'unclean'] as const),
        ]),
        ...reason.shape,
        state: state.optional(),
        reason: z.string().optional(),
        total: count.optional(),
        passed: count.optional(),
        skipped: count.optional(),
        base: count.optional(),
        golden: count.optional(),
        seconds: z.number().optional(),
        counts: z.array(z.string()).optional(),
        bytes: count.optional(),
        cause: z.string().optional(),
        lines: z.array(z.string()).optional(),
      }),
    )
    .optional(),
};

const instance = instanceIdSchema;

/** The result of a build by an agent. */
const byAgentSchema = z.strictObject({
  instance,
  ...checked,
  kind: z.enum([
    ...(['admitted', 'invalid-scripts', 'rejected'] as const),
    ...(['out-of-budget', 'out-of-time', 'infra-failed'] as const),
  ]),
  agent: outcomeSchema,
  usage: attemptUsageSchema.optional(),
  candidates: count,
  folder: z.string(),
  summary: z.string().optional(),
  reasons: z.array(z.union([z.string(), reason])).optional(),
  budgetUsd: z.number().optional(),
  spentUsd: z.number().optional(),
  limitMs: z.number().optional(),
  detail: z.string().optional(),
});

const environmentSchema = z.union([
  z.strictObject({ instance, ...checked }),
  z.strictObject({ instance, kind: z.literal('stopped') }),
  z.strictObject({
    instance,
    kind: z.literal('unsupported'),
    unsupported: z.strictObject({
      kind: z.literal('unsupported'),
      reason: z.string(),
      hint: z.string(),
    }),
  }),
  byAgentSchema,
  z.strictObject({
    instance,
    ...checked,
    kind: z.enum(['admitted', 'rejected']),
    base_image: z.string(),
    reasons: z.array(z.strictObject({ choice: z.string(), because: z.string() })),
    fixes: z.array(z.string()),
    tries: z.array(z.strictObject({ fix: z.string().optional(), end: z.string() })).optional(),
    rejected: z.array(reason).optional(),
  }),
]);

/** The `--json` outputs of the commands for environments. */
export const ENVIRONMENT_OUTPUTS: Readonly<Record<EnvironmentOutputName, JsonOutput>> = {
  calibration: { form: 'lines', description: 'One instance per line.', schema: calibrationSchema },
  environment: {
    form: 'lines',
    description: 'The result of one environment per line.',
    schema: environmentSchema,
  },
  'leak-report': {
    form: 'lines',
    description: 'The leak report of one image per line.',
    schema: leakReportSchema,
  },
};
