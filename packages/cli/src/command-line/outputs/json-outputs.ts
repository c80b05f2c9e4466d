import {
  digestSchema,
  dryRunSchema,
  gateResultSchema,
  instanceDetailsSchema,
  instanceIdSchema,
  instanceSchema,
  planControlSchema,
  predictionLineSchema,
  runDetailsSchema,
  runStatusSchema,
  runSummarySchema,
  scoreSchema,
} from '@refbench/contracts';
import { candidateSchema, funnelSchema, rankedSchema, shardRecordSchema } from '@refbench/mining';
import {
  comparisonSchema,
  datasetCardSchema,
  datasetReportSchema,
  reportSchema,
} from '@refbench/reports';
import { verificationSchema } from '@refbench/leaderboard';
import { z } from 'zod';
import { kappaSchema, patchSizesSchema } from './paper-outputs.ts';
import { ENVIRONMENT_OUTPUTS, type EnvironmentOutputName } from './environment-outputs.ts';
import { LABEL_OUTPUTS, type LabelOutputName } from './label-outputs.ts';
import { count, figure, interval } from './output-parts.ts';
import { RULE_OUTPUTS, type RuleOutputName } from './rule-outputs.ts';
import { OWN_SET_OUTPUT } from './own-outputs.ts';
import { TASK_REVIEW_OUTPUT } from './task-outputs.ts';
import { TIERS_OUTPUTS, type TiersOutputName } from './tiers-outputs.ts';
import type { JsonOutput } from './json-output.ts';

/** Names of the outputs in `docs/json-output.md`. */
export type JsonOutputName =
  | 'run-events'
  | 'dry-run'
  | 'run-status'
  | 'run-summary'
  | 'run-details'
  | 'removed-run'
  | 'prediction'
  | 'instance'
  | 'instance-details'
  | 'findings'
  | 'swept-things'
  | 'image'
  | 'verified-image'
  | 'pruned-thing'
  | 'pushed-image'
  | 'pulled-image'
  | 'report'
  | 'dataset-report'
  | 'dataset-card'
  | 'dataset-validation'
  | 'pulled-dataset'
  | 'dataset-list'
  | 'dataset-canary'
  | 'comparison'
  | 'experiment-plan'
  | 'kappa'
  | 'patch-sizes'
  | 'judge-accuracy'
  | 'plan-control'
  | 'task-problem'
  | 'task-review'
  | 'mined-unit'
  | 'mined-commit'
  | 'mining-funnel'
  | 'candidate'
  | 'explanation'
  | 'admission'
  | 'dataset-funnel'
  | 'own-set'
  | 'submission-verification'
  | EnvironmentOutputName
  | RuleOutputName
  | LabelOutputName
  | TiersOutputName;

const attempt = {
  instance: instanceIdSchema,
  agent: z.string(),
  attempt: z.int().min(1),
  repeat: z.int().min(2).optional(),
};
const missing = z.strictObject({ instance: z.string(), agent: z.string(), reason: z.string() });
/** Includes the fields that this version of RefBench adds. */
const wholeScoreSchema = scoreSchema
  .extend({
    graded_ifr: figure,
    syntax_broken: z.array(z.string()),
    not_scanned: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
  })
  .strict();

/** Estimated duration in milliseconds. Null if nothing is recorded. */
const estimate = z.number().nullable();

const runEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('planned'),
    run: z.string(),
    folder: z.string(),
    attempts: count,
    expected_ms: estimate.optional(),
  }),
  z.strictObject({ kind: z.literal('preparing'), instance: z.string(), message: z.string() }),
  z.strictObject({
    kind: z.literal('instance-phase'),
    instance: z.string(),
    phase: z.string(),
    expected_ms: estimate,
  }),
  z.strictObject({
    kind: z.literal('calibrated'),
    instance: z.string(),
    differences: z.array(z.string()),
    regraded: count,
  }),
  z.strictObject({
    kind: z.literal('phase'),
    ...attempt,
    phase: z.string(),
    expected_ms: estimate.optional(),
  }),
  z.strictObject({ kind: z.literal('output'), ...attempt, text: z.string() }),
  z.strictObject({ kind: z.literal('spent'), ...attempt, usd: z.number() }),
  z.strictObject({ kind: z.literal('absent'), ...missing.shape }),
  z.strictObject({ kind: z.literal('scored'), score: wholeScoreSchema, reused: z.boolean() }),
  z.strictObject({ kind: z.literal('failed'), ...missing.shape, hint: z.string() }),
  z.strictObject({
    kind: z.literal('finished'),
    run: z.string(),
    folder: z.string(),
    summary: z.string(),
    scored: count,
    incomplete: z.array(z.strictObject({ ...missing.shape, kind: z.string(), hint: z.string() })),
    absent: z.array(missing),
    unusable: z.array(missing),
    interrupted: z.boolean(),
  }),
]);

const ids = z.array(instanceIdSchema);

const pulledDatasetSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-pulled-dataset'),
  name: z.string(),
  version: z.string(),
  digest: digestSchema,
  /** A path, a commit, or `npm <name>@<version>`. */
  source: z.string(),
  added: ids,
  /** These had the same content already. */
  kept: ids,
  replaced: ids,
  /** These belonged to the version that was replaced. */
  removed: ids,
});

const datasetListSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-dataset-list'),
  datasets: z.array(
    z.strictObject({
      name: z.string(),
      version: z.string(),
      digest: digestSchema.nullable(),
      /** Null if it was not pulled. */
      source: z.string().nullable(),
      installed_at: z.string().nullable(),
      instances: count,
      /** Files and folders that differ from what was pulled. Null if it was not pulled. */
      changed: z.array(z.string()).nullable(),
    }),
  ),
  /** Ids of instances that belong to no data set. */
  others: ids,
});

const datasetValidationSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-dataset-validation'),
  valid: z.boolean(),
  /** Null if dataset.yaml is missing or invalid. */
  name: z.string().nullable(),
  version: z.string().nullable(),
  /** Digest of the content. Null if an instance cannot be read. */
  digest: digestSchema.nullable(),
  instances: count,
  /** Numbers of instances with and without a record of their admission. */
  admission: z.strictObject({ admitted: count, not_admitted: count }),
  /** In how many task texts and rule files the canary is. Null without a valid dataset.yaml. */
  canary: z.strictObject({ files: count, marked: count }).nullable(),
  problems: z.array(z.strictObject({ subject: z.string(), problem: z.string(), hint: z.string() })),
});

const findingSchema = z.strictObject({
  level: z.enum(['ok', 'warning', 'error']),
  subject: z.string(),
  text: z.string(),
  hint: z.string().optional(),
  exit: z.string().optional(),
});

const imageRowSchema = z.strictObject({
  name: z.string(),
  digest: z.string(),
  reference: z.string(),
  built: z
    .strictObject({ imageId: z.string(), sizeBytes: z.number(), createdMs: z.number() })
    .optional(),
  usedBy: z.array(z.string()),
});

const sweepSchema = z.strictObject({
  containers: z.array(z.string()),
  volumes: z.array(z.string()),
  loopFiles: z.array(z.string()),
  sockets: z.array(z.string()),
  scratch: z.array(z.string()),
  clients: z.array(z.strictObject({ name: z.string(), bytes: z.number() })),
});

/** Every `--json` output by its name. `docs/json-output.md` is generated from this table. */
export const JSON_OUTPUTS: Readonly<Record<JsonOutputName, JsonOutput>> = {
  'run-events': {
    form: 'lines',
    description:
      'The events of a run as they occur. An attempt that is graded again has a second `scored`, which counts. The last line is `finished`.',
    schema: runEventSchema,
  },
  'dry-run': {
    form: 'object',
    description: 'The estimated cost, time and disk space of a run.',
    schema: dryRunSchema,
  },
  'run-status': {
    form: 'object',
    description: 'What a run does, and how far it is.',
    schema: runStatusSchema,
  },
  'run-summary': { form: 'lines', description: 'One run per line.', schema: runSummarySchema },
  'run-details': {
    form: 'object',
    description: 'The plan, the agents and all results of a run.',
    schema: runDetailsSchema,
  },
  'removed-run': {
    form: 'lines',
    description: 'One run per line. Without `--yes`, nothing is removed.',
    schema: runSummarySchema.extend({ removed: z.boolean() }),
  },
  prediction: {
    form: 'lines',
    description: 'One patch per line, in the format of SWE-bench predictions.',
    schema: predictionLineSchema,
  },
  instance: { form: 'lines', description: 'One instance per line.', schema: instanceSchema },
  'instance-details': {
    form: 'object',
    description: 'An instance with its texts, rules, environment and baseline.',
    schema: instanceDetailsSchema,
  },
  findings: {
    form: 'object',
    description: 'The list of all checks.',
    schema: z.array(findingSchema),
  },
  'swept-things': { form: 'object', description: 'The removed resources.', schema: sweepSchema },
  image: { form: 'lines', description: 'One base image per line.', schema: imageRowSchema },
  'verified-image': {
    form: 'lines',
    description:
      'One base image per line: its toolchains, and how its packages differ from the record.',
    schema: z.strictObject({
      image: z.string(),
      built: z.boolean(),
      checks: z.array(z.strictObject({ check: z.string(), ok: z.boolean(), detail: z.string() })),
      packages: z
        .union([
          z.strictObject({ kind: z.literal('unrecorded') }),
          z.strictObject({
            kind: z.literal('compared'),
            gone: z.array(z.string()),
            come: z.array(z.string()),
          }),
        ])
        .nullable(),
    }),
  },
  'pruned-thing': {
    form: 'lines',
    description: 'One unneeded image or cached file per line, and whether it was removed.',
    schema: z.strictObject({
      kind: z.enum(['image', 'file']),
      name: z.string(),
      bytes: z.number().nullable(),
      state: z.enum(['removed', 'would remove', 'kept']),
      reason: z.string(),
    }),
  },
  report: { form: 'object', description: 'All figures of a report.', schema: reportSchema },
  'dataset-report': {
    form: 'object',
    description: 'Statistics of the instances of a data set.',
    schema: datasetReportSchema,
  },
  'dataset-card': {
    form: 'object',
    description: 'The content of the card of a data set.',
    schema: datasetCardSchema,
  },
  'dataset-validation': {
    form: 'object',
    description: 'The problems of a data set, its digest, and how many instances are admitted.',
    schema: datasetValidationSchema,
  },
  'pulled-dataset': {
    form: 'object',
    description: 'The data set that was installed, and what was done with each of its instances.',
    schema: pulledDatasetSchema,
  },
  'pushed-image': {
    form: 'lines',
    description: 'One line per instance: the digests of its image and of its evidence.',
    schema: z.strictObject({
      instance: instanceIdSchema,
      recipe: digestSchema,
      environment: digestSchema,
      image: z.string(),
      evidence: z.string(),
    }),
  },
  'pulled-image': {
    form: 'lines',
    description: 'One line per instance: its image, and whether it was pulled or there already.',
    schema: z.strictObject({
      instance: instanceIdSchema,
      state: z.enum(['pulled', 'present']),
      recipe: digestSchema,
      environment: digestSchema,
      image: digestSchema,
      /** Number of files that the leak gate read. */
      searched_files: count,
    }),
  },
  'dataset-canary': {
    form: 'object',
    description: 'The number of task texts and rule files, and of those that got the canary now.',
    schema: z.strictObject({
      schema: z.literal(1),
      kind: z.literal('refbench-dataset-canary'),
      files: count,
      changed: count,
    }),
  },
  'dataset-list': {
    form: 'object',
    description: 'The data set of a workspace, and the instances that do not belong to it.',
    schema: datasetListSchema,
  },
  comparison: {
    form: 'object',
    description: 'The comparison of two agents.',
    schema: comparisonSchema,
  },
  kappa: {
    form: 'object',
    description: 'The agreement of raters.',
    schema: kappaSchema,
  },
  'patch-sizes': {
    form: 'object',
    description: 'Precision and size of published patches by agent.',
    schema: patchSizesSchema,
  },
  'experiment-plan': {
    form: 'object',
    description: 'The experiment sizes that would detect a difference.',
    schema: z.strictObject({
      schema: z.literal(1),
      kind: z.literal('refbench-plan'),
      metric: z.string(),
      difference: z.number(),
      power: z.number(),
      comparisons: count,
      basis: z.enum(['given', 'results', 'assumed']),
      between: z.number(),
      within: z.number(),
      needed: z.array(z.strictObject({ repeats: count, instances: count.nullable() })),
      present: z
        .strictObject({ instances: count, detectable: z.number().nullable(), power: z.number() })
        .optional(),
    }),
  },
  'judge-accuracy': {
    form: 'object',
    description: 'The accuracy of the judge, measured by the scores of the plans.',
    schema: z.strictObject({
      schema: z.literal(1),
      kind: z.literal('refbench-judge'),
      metric: z.string(),
      accuracy: z.strictObject({
        accuracy: figure,
        interval,
        strict: figure,
        strictInterval: interval,
        right: count,
        wrong: count,
        ties: count,
        unobserved: count,
      }),
      followed: count,
      implied: figure,
      multiplan: figure,
      plan: figure,
      unscored: count,
    }),
  },
  'plan-control': {
    form: 'lines',
    description: 'One choice of the judge per line. The last line is `finished`.',
    schema: z.union([
      planControlSchema.extend({ kind: z.literal('judged'), reused: z.boolean() }),
      z.strictObject({
        kind: z.literal('finished'),
        file: z.string(),
        judged: count,
        singleChosen: count,
        failed: z.array(missing),
      }),
    ]),
  },
  'task-problem': {
    form: 'lines',
    description: 'One problem of a task text per line.',
    schema: z.strictObject({ file: z.string(), problem: z.string() }),
  },
  'task-review': TASK_REVIEW_OUTPUT,
  'mined-unit': {
    form: 'lines',
    description: 'The result of reading one unit per line.',
    schema: shardRecordSchema,
  },
  'mined-commit': {
    form: 'lines',
    description: 'One ranked commit per line.',
    schema: rankedSchema,
  },
  'mining-funnel': {
    form: 'object',
    description:
      'The number of commits that remain after each stage, and why the others were dropped.',
    schema: funnelSchema,
  },
  candidate: {
    form: 'lines',
    description: 'One selected commit per line.',
    schema: candidateSchema,
  },
  explanation: {
    form: 'lines',
    description: 'The result of one mining stage for the commit per line.',
    schema: z.strictObject({ stage: z.string(), text: z.string() }),
  },
  admission: {
    form: 'lines',
    description: 'One instance per line, and whether it can be admitted.',
    schema: z.strictObject({
      instance: instanceIdSchema,
      admitted: z.boolean(),
      record: z
        .enum(['admitted', 'void', 'absent'])
        .describe('whether admission.json holds for the present files'),
      gates: z.array(gateResultSchema),
    }),
  },
  'own-set': OWN_SET_OUTPUT,
  'dataset-funnel': {
    form: 'object',
    description: 'How many candidates passed each step of a build, and why the others dropped out.',
    schema: z.strictObject({
      candidates: count,
      steps: z.array(
        z.strictObject({
          step: z.string(),
          passed: count,
          dropped: z.array(z.strictObject({ candidate: z.string(), reason: z.string() })),
        }),
      ),
      admitted: z.array(instanceIdSchema),
      untouched: count,
    }),
  },
  'submission-verification': {
    form: 'object',
    description: 'The checks of a submission, and whether it is accepted.',
    schema: verificationSchema,
  },
  ...ENVIRONMENT_OUTPUTS,
  ...RULE_OUTPUTS,
  ...LABEL_OUTPUTS,
  ...TIERS_OUTPUTS,
};
