import { labelCriterionSchema, labelsSchema } from '@refbench/contracts';
import { z } from 'zod';
import type { JsonOutput } from './json-output.ts';

export type LabelOutputName =
  | 'label-sample'
  | 'labels'
  | 'label-estimate'
  | 'label-evaluation'
  | 'repository-map';

const count = z.int().min(0);
const figure = z.number().nullable();

const evaluatedRunSchema = z.looseObject({
  folder: z.string(),
  models: z.looseObject({ issue: z.string(), tests: z.string(), effort: z.string() }),
  instances: count,
  kept_out: z.array(z.string()),
  accuracy: z.array(
    z.looseObject({
      criterion: labelCriterionSchema,
      compared: count,
      exact: figure,
      binarised: figure,
    }),
  ),
  agreement: z.array(
    z.looseObject({
      criterion: labelCriterionSchema,
      among: z.string(),
      by: z.string(),
      group: z.string(),
      units: count,
      alpha: figure,
      ordinal: figure,
    }),
  ),
  rationales: z.array(
    z.looseObject({ criterion: labelCriterionSchema, measure: z.string(), similarity: figure }),
  ),
  costs: z.looseObject({ calls: count, usd: z.number(), seconds: z.number() }),
  elsewhere: z.array(z.looseObject({ model: z.string(), usd: z.number() })),
});

/** What the commands of `label` print with `--json`. */
export const LABEL_OUTPUTS: Readonly<Record<LabelOutputName, JsonOutput>> = {
  'label-sample': {
    form: 'object',
    description: 'How many rows there are and how many were drawn.',
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
    description: 'The votes and labels of one task a line.',
    schema: labelsSchema,
  },
  'label-estimate': {
    form: 'object',
    description: 'What labelling would cost.',
    schema: z.strictObject({
      tasks: count,
      kept_out: z.array(z.string()),
      criteria: z.array(
        z.strictObject({
          criterion: labelCriterionSchema,
          calls: count,
          inputTokens: count,
          usd: z.number(),
          mostUsd: z.number(),
        }),
      ),
      unreachable: z.array(z.strictObject({ instance: z.string(), reason: z.string() })),
    }),
  },
  'label-evaluation': {
    form: 'object',
    description: 'Runs of models against the labels of people, and what both cost.',
    schema: z.strictObject({
      binarisation: z.string(),
      prices: z.string(),
      runs: z.array(evaluatedRunSchema),
      people: z.looseObject({ usd: z.number(), lowUsd: z.number(), highUsd: z.number() }),
      questionnaire: z
        .array(z.looseObject({ criterion: z.string(), answered: count, agreed: count }))
        .nullable(),
    }),
  },
  'repository-map': {
    form: 'object',
    description: 'The map of a repository, and how much of it is shown.',
    schema: z.strictObject({
      text: z.string(),
      tokens: count,
      shown: count,
      known: count,
      parsed: count,
    }),
  },
};
