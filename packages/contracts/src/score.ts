import { z } from 'zod';
import { attemptUsageSchema } from './attempt-usage.ts';
import { controlsReportSchema } from './controls-report.ts';
import { digestSchema } from './digest.ts';
import { instanceIdSchema, segmentSchema } from './instance-id.ts';
import { integritySchema } from './integrity.ts';
import { limitsSchema } from './limits.ts';
import { outcomeSchema, verdictSchema } from './outcome.ts';
import { scorePackagesSchema } from './package-record.ts';
import { planAdherenceSchema } from './plan-adherence.ts';
import { provisionalBaselineSchema } from './provisional-baseline.ts';

const count = z.int().min(0);
const ratio = z.number().min(0).max(1);
const ratioOrNull = ratio.nullable();

const threeWaySchema = z.strictObject({
  additive: ratioOrNull,
  reductive: ratioOrNull,
  total: ratioOrNull,
});

/** A figure for additive rules, for reductive rules, and for both. Null if it is undefined. */
export type ThreeWay = z.infer<typeof threeWaySchema>;

const reductiveEvidenceSchema = z.strictObject({
  changed: count,
  deleted: count,
  unparsable: count,
});

/**
 * Number of reductive rules that no longer match because the code was changed, because it was only
 * deleted, or because a file no longer parses. IFR- counts all three.
 */
export type ReductiveEvidence = z.infer<typeof reductiveEvidenceSchema>;

const UNKNOWN = { additive: null, reductive: null, total: null };

const ruleCountsSchema = z.strictObject({
  additive: z.strictObject({ matched: count, total: count }),
  reductive: z.strictObject({ unmatched: count, total: count }),
});

const publishedRulesSchema = z.strictObject({
  ifr: threeWaySchema,
  rules: ruleCountsSchema,
  /** Number of refused rules among them. */
  refused: count,
  /** Number of refused rules that could not be counted on base and golden, and are left out. */
  uncounted: count,
});

/** score.json, schema 1. Ratios are in 0..1. Each null has an entry in `reasons` under its path. */
export const scoreSchema = z.looseObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  agent: segmentSchema,
  attempt: z.int().min(1),
  /** Number of the independent attempt. Absent for the first. */
  repeat: z.int().min(2).optional(),
  outcome: outcomeSchema,
  verdict: verdictSchema,
  tests: z.strictObject({
    passed: count,
    failed: count,
    skipped: count,
    total: count,
    p_min: count.nullable(),
    f_max: count.nullable(),
    /** Number of tests that pass on base and golden but not here. Null if tests have no names. */
    missing: count.nullable().default(null),
  }),
  /** Why the instance has no tests. Then `pass` and `alignment` are null. Absent if it has tests. */
  no_tests: z.string().optional(),
  /** Determined from counts only, as in the paper. 0 if an integrity finding voids the result. */
  pass: z.union([z.literal(0), z.literal(1)]).nullable(),
  /** Determined from the identity of tests. Null if the suite does not name its tests. */
  pass_strict: z
    .union([z.literal(0), z.literal(1)])
    .nullable()
    .default(null),
  ifr: threeWaySchema,
  /** Determined from shares of golden's witnesses in live source files. `scoring` defines it. */
  ifr_strict: threeWaySchema.default(UNKNOWN),
  alignment: threeWaySchema,
  alignment_strict: threeWaySchema.default(UNKNOWN),
  precision: threeWaySchema,
  rules: ruleCountsSchema,
  /**
   * IFR over all rules of an imported ruleset, also those that do not hold on base and golden here, for
   * comparison with the publisher's figure. Absent if every rule holds, or there is no readable patch.
   */
  published: publishedRulesSchema.optional(),
  /**
   * Lines of the patch after the line filter: |L|, |L+|, |L-|. Null if there is no readable patch.
   */
  size: z.strictObject({ lines: count, added: count, removed: count }).nullable().optional(),
  digests: z.strictObject({
    patch: digestSchema,
    /** Null if the instance has no tests. */
    image: digestSchema.nullable(),
    recipe: digestSchema.nullable(),
    ruleset: digestSchema,
    baseline: digestSchema.nullable(),
    /** Digest of the planted faults of the instance. Null if it has none. */
    faults: digestSchema.nullable().default(null),
    tool: z.string(),
    /** Digest of the refused rules that `published` counts. Null if there are none. */
    refused: digestSchema.nullable().default(null),
  }),
  /** Present until the complete baseline of this host has scored the attempt. */
  provisional: provisionalBaselineSchema.optional(),
  /** Scores that are older than integrity checks count as unchecked. */
  integrity: integritySchema.default({ controls: 'none', findings: [], ranked: false }),
  /** Results of further runs of the suite after a Pass. Null if there were none. */
  controls: controlsReportSchema.nullable().optional(),
  /** Limits of the container of the attempt. Absent for submitted patches. */
  limits: limitsSchema.pick({ wall_clock_ms: true, cpus: true, memory_bytes: true }).optional(),
  /** Adherence to the plan in modes with plans. */
  plan: planAdherenceSchema.optional(),
  /** Packages beyond those of the image. Absent if there were none. */
  packages: scorePackagesSchema.optional(),
  /** Absent if the agent needs no model. */
  usage: attemptUsageSchema.optional(),
  warnings: z.array(z.string()).readonly().optional(),
  /** Null if there is no readable patch. */
  reductive_by: reductiveEvidenceSchema.nullable().optional(),
  /** Path of the field, e.g. `precision.additive` or `pass` -> one sentence. */
  reasons: z.record(z.string(), z.string()),
});

export type Score = z.infer<typeof scoreSchema>;
