import {
  digestSchema,
  instanceIdSchema,
  rulesetSideSchema,
  witnessSchema,
} from '@refbench/contracts';
import { auditRecordSchema, provenanceEntrySchema, ruleAuthorSchema } from '@refbench/rulesets';
import { z } from 'zod';
import type { JsonOutput } from './json-output.ts';
import { count, figure, treeCounts } from './output-parts.ts';

export type RuleOutputName =
  | 'witness'
  | 'rule-check'
  | 'rule-verdict'
  | 'rule-suggestion'
  | 'rule-merge'
  | 'rule-review'
  | 'rule-generation'
  | 'rule-quality'
  | 'rule-import'
  | 'instance-import'
  | 'rule-test'
  | 'rule-audit';

const side = rulesetSideSchema;
const threeWay = z.strictObject({ additive: figure, reductive: figure, total: figure });

const checkSchema = z.strictObject({
  instance: z.string(),
  digest: digestSchema,
  holds: z.boolean(),
  violations: z.array(
    z.strictObject({
      rule: z.string(),
      side,
      base: count.nullable(),
      golden: count.nullable(),
      sentence: z.string(),
    }),
  ),
  overlaps: z.array(
    z.strictObject({
      side,
      rules: z.tuple([z.string(), z.string()]),
      jaccard: z.number(),
    }),
  ),
  provenance: z.array(provenanceEntrySchema),
});

const verdictSchema = z.strictObject({
  id: z.string().nullable(),
  place: z.string(),
  side,
  status: z.enum(['accepted', 'refused']),
  counts: treeCounts,
  reason: z
    .enum(['invalid', 'duplicate-id', 'not-counted', 'no-match', 'leaks', 'overlap'])
    .nullable(),
  message: z.string(),
  leak: witnessSchema
    .omit({ rule: true })
    .extend({ state: z.enum(['base', 'golden']), text: z.string() })
    .optional(),
  nearest: z.strictObject({ rule: z.string(), jaccard: z.number() }).optional(),
});

const coveredLines = z.strictObject({ covered: count, total: count });

const suggestionSchema = z.strictObject({
  instance: z.string(),
  folder: z.string(),
  coverage: z.strictObject({ additive: coveredLines, reductive: coveredLines }),
  obstacles: z.array(z.string()),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      side,
      message: z.string(),
      matches: count,
      files: count,
      restrictive: z.boolean(),
    }),
  ),
});

const mergeSchema = z.strictObject({
  folder: z.string(),
  digest: digestSchema,
  rules: z.array(
    z.strictObject({
      id: z.string(),
      side,
      folder: z.string(),
      outcome: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('kept') }),
        z.strictObject({
          kind: z.literal('renamed'),
          from: z.string(),
        }),
        z.strictObject({
          kind: z.literal('same-rule'),
          as: z.string(),
        }),
        z.strictObject({
          kind: z.literal('overlap'),
          with: z.string(),
          jaccard: z.number(),
        }),
        z.strictObject({
          kind: z.literal('breaks-contract'),
          sentence: z.string(),
        }),
      ]),
    }),
  ),
});

const decision = {
  decision: z.enum(['accepted', 'dropped']),
  by: ruleAuthorSchema,
  at: z.string(),
};

const reviewSchema = z.strictObject({
  instance: z.string(),
  open: count,
  rules: z.array(
    z.strictObject({
      id: z.string(),
      side,
      digest: digestSchema,
      message: z.string(),
      counts: treeCounts,
      fault: z.string().nullable(),
      decision: z.strictObject(decision).nullable(),
    }),
  ),
  dropped: z.array(
    z.strictObject({
      id: z.string(),
      side,
      ...decision,
    }),
  ),
});

const generationSchema = z.strictObject({
  instance: z.string(),
  folder: z.string(),
  end: z.enum(['finished', 'answered', 'budget', 'turns', 'time', 'agent-failed']),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      side,
    }),
  ),
  turns: count,
  usd: z.number(),
  seconds: z.number(),
  transcript: z.string(),
});

const qualitySchema = z.strictObject({
  instance: z.string(),
  folder: z.string(),
  rules: z.strictObject({
    additive: count,
    reductive: count,
  }),
  coverage: z.strictObject({
    additive: coveredLines,
    reductive: coveredLines,
    total: coveredLines,
  }),
  support: z.strictObject({
    matches: figure,
    files: figure,
  }),
  restrictive: figure,
  tricks: z.array(
    z.strictObject({
      trick: z.string(),
      ifr: threeWay,
      ifrStrict: threeWay,
    }),
  ),
  partial: z.array(
    z.strictObject({
      share: z.number(),
      ifr: threeWay,
    }),
  ),
  generalisation: z
    .strictObject({
      splits: count,
      precision: figure,
      recall: figure,
      matches: count,
      sites: count,
    })
    .nullable(),
  narrowness: z.array(
    z.strictObject({
      rewrite: z.enum(['renamed-locals', 'reordered', 'reformatted']),
      loss: figure,
    }),
  ),
});

/** `reported` and `missing` if the rule must match; `validated` and `noisy` if it must not. */
const outcome = z.enum(['reported', 'missing', 'validated', 'noisy']).nullable();

const testSchema = z.strictObject({
  instance: z.string(),
  rules: z.array(z.strictObject({ rule: z.string(), side, base: outcome, golden: outcome })),
  tricks: z.array(
    z.strictObject({
      trick: z.string(),
      description: z.string(),
      ifr: threeWay,
      ifrStrict: threeWay,
      satisfied: z.array(z.strictObject({ rule: z.string(), side })),
      broken: count,
    }),
  ),
});

const label = z.enum(['restrictive', 'free']);

const auditSchema = z.strictObject({
  instance: instanceIdSchema,
  record: auditRecordSchema,
  unlabelled: z.array(z.strictObject({ rule: z.string(), reason: z.string() })),
  usd: z.number(),
  agreement: z
    .strictObject({
      rules: count,
      agreement: figure,
      kappa: figure,
      disagreements: z.array(
        z.strictObject({
          rule: z.string(),
          model: label,
          human: label,
        }),
      ),
    })
    .optional(),
  aside: z.array(z.string()),
});

/** The `--json` outputs of the commands of `rules`. */
export const RULE_OUTPUTS: Readonly<Record<RuleOutputName, JsonOutput>> = {
  witness: { form: 'lines', description: 'One match of a rule per line.', schema: witnessSchema },
  'rule-check': { form: 'lines', description: 'One ruleset per line.', schema: checkSchema },
  'rule-verdict': { form: 'lines', description: 'One rule per line.', schema: verdictSchema },
  'rule-suggestion': {
    form: 'lines',
    description: 'One mined ruleset: its rules and the changed lines that they cover.',
    schema: suggestionSchema,
  },
  'rule-merge': {
    form: 'lines',
    description: 'One merged ruleset: its digest, and what became of each rule.',
    schema: mergeSchema,
  },
  'rule-review': {
    form: 'lines',
    description: 'One ruleset: the decision about each rule, and the rules that were dropped.',
    schema: reviewSchema,
  },
  'rule-generation': {
    form: 'lines',
    description: 'The rules that a model wrote for one instance, and why its work ended.',
    schema: generationSchema,
  },
  'rule-quality': {
    form: 'lines',
    description: 'One ruleset per line: its quality as a description of the refactoring.',
    schema: qualitySchema,
  },
  'rule-import': {
    form: 'lines',
    description: 'One imported rule per line.',
    schema: z.strictObject({
      id: z.string(),
      side,
      status: z.enum(['ok', 'invalid']),
      reason: z.string(),
      counts: treeCounts,
    }),
  },
  'instance-import': {
    form: 'lines',
    description: 'One published instance per line, and what became of it.',
    schema: z.strictObject({
      id: instanceIdSchema,
      status: z.enum(['imported', 'present', 'failed']),
      /** Rules that hold on base and golden; null unless the instance was imported. */
      rules: count.nullable(),
      /** Rules that do not; `refused.json` of the ruleset lists them. */
      refused_rules: count.nullable(),
      /** Why its tests cannot be run, if so. */
      no_tests: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  },
  'rule-test': {
    form: 'lines',
    description: 'One instance per line: its rules and the scores of tricks.',
    schema: testSchema,
  },
  'rule-audit': {
    form: 'lines',
    description: 'One instance per line: the labels of its rules.',
    schema: auditSchema,
  },
};
