import { labelCriterionSchema, labelsSchema } from '@refbench/contracts';
import { z } from 'zod';
import type { JsonOutput } from './json-output.ts';
import { count, figure, interval } from './output-parts.ts';

export type LabelOutputName =
  | 'label-sample'
  | 'labels'
  | 'label-estimate'
  | 'label-evaluation'
  | 'repository-map';

const words = z.strictObject({ texts: count, mean: figure, median: figure });

/** One model, or the list of several. */
const labellers = z.union([z.string(), z.array(z.string())]);

const costsSchema = z.strictObject({
  instances: count,
  calls: count,
  inputTokens: count,
  cachedTokens: count,
  outputTokens: count,
  usd: z.number(),
  seconds: z.number(),
  perInstance: z
    .strictObject({
      inputTokens: z.number(),
      outputTokens: z.number(),
      usd: z.number(),
      seconds: z.number(),
    })
    .nullable(),
});

const accuracySchema = z.strictObject({
  criterion: labelCriterionSchema,
  compared: count,
  exact: figure,
  binarised: figure,
  interval,
  confusion: z.array(z.array(count)),
  unlabelled: count,
  conflicts: count,
});

const evaluatedRunSchema = z.strictObject({
  folder: z.string(),
  models: z.strictObject({
    issue: labellers,
    tests: labellers,
    effort: labellers,
    reader: z.string().nullable(),
  }),
  instances: count,
  kept_out: z.array(z.string()),
  accuracy: z.array(accuracySchema),
  agreement: z.array(
    z.strictObject({
      among: z.enum(['annotators', 'passes', 'models', 'labels and reference']),
      criterion: labelCriterionSchema,
      by: z.enum(['all', 'project', 'week']),
      group: z.string(),
      units: count,
      alpha: figure,
      band: z.enum(['unreliable', 'tentative', 'reliable', 'undefined']),
      ordinal: figure,
      interval,
    }),
  ),
  byModel: z.array(
    z.strictObject({
      criterion: labelCriterionSchema,
      model: z.string(),
      votes: count,
      failed: count,
      accuracy: accuracySchema,
      alpha: figure,
      costs: costsSchema,
    }),
  ),
  pairs: z.array(
    z.strictObject({
      criterion: labelCriterionSchema,
      first: z.string(),
      second: z.string(),
      units: count,
      exact: figure,
      binarised: figure,
      kappa: figure,
      alpha: figure,
    }),
  ),
  rationales: z.array(
    z.strictObject({
      criterion: labelCriterionSchema,
      measure: z.string(),
      pairs: count,
      similarity: figure,
      background: figure,
      words,
      referenceWords: words,
    }),
  ),
  costs: costsSchema,
  elsewhere: z.array(
    z.strictObject({
      model: z.string(),
      ended: z.string().nullable(),
      usd: z.number(),
      withoutCacheUsd: z.number(),
    }),
  ),
});

const peopleSchema = z.strictObject({
  instances: count,
  annotators: count,
  hourlyUsd: z.number(),
  minutes: z.number(),
  uncertainty: z.number(),
  usd: z.number(),
  lowUsd: z.number(),
  highUsd: z.number(),
});

const questionnaireSchema = z.strictObject({
  criterion: z.string(),
  answered: count,
  agreed: count,
  share: figure,
  interval,
  differing: count,
  undecided: count,
  kappa: figure,
});

/** The `--json` outputs of the commands of `label`. */
export const LABEL_OUTPUTS: Readonly<Record<LabelOutputName, JsonOutput>> = {
  'label-sample': {
    form: 'object',
    description: 'The number of available and drawn rows.',
    schema: z.strictObject({
      rows: count,
      fitting: count,
      kept_out: count,
      chosen: count,
      projects: z.array(z.strictObject({ project: z.string(), of: count, chosen: count })),
    }),
  },
  labels: {
    form: 'lines',
    description: 'The votes and labels of one task per line.',
    schema: labelsSchema,
  },
  'label-estimate': {
    form: 'object',
    description: 'The estimated cost of labelling.',
    schema: z.strictObject({
      tasks: count,
      kept_out: z.array(z.string()),
      criteria: z.array(
        z.strictObject({
          criterion: labelCriterionSchema,
          model: z.string(),
          calls: count,
          inputTokens: count,
          usd: z.number(),
          cachedUsd: z.number(),
          mostUsd: z.number(),
        }),
      ),
      unreachable: z.array(z.strictObject({ instance: z.string(), reason: z.string() })),
    }),
  },
  'label-evaluation': {
    form: 'object',
    description: 'Labels of models compared with labels of people, and the cost of both.',
    schema: z.strictObject({
      binarisation: z.string(),
      prices: z.string(),
      runs: z.array(evaluatedRunSchema),
      people: peopleSchema,
      questionnaire: z.array(questionnaireSchema).nullable(),
    }),
  },
  'repository-map': {
    form: 'object',
    description: 'The map of a repository and the number of its entries.',
    schema: z.strictObject({
      text: z.string(),
      tokens: count,
      shown: count,
      known: count,
      parsed: count,
    }),
  },
};
