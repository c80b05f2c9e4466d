import { datasetSchema, digestSchema } from '@refbench/contracts';
import { z } from 'zod';
import { datasetInstanceSchema, missingPartSchema } from './dataset-report.ts';

const text = z.string();
const textOrNull = text.nullable();

/** An instance as the card shows it: its measures, and where its code comes from. */
const cardInstanceSchema = datasetInstanceSchema.extend({
  /** Web page of the golden commit, or the URL of the repository. Null for a bundled repository. */
  link: textOrNull,
  /** Date of golden: YYYY-MM-DD in UTC. */
  committed: z.iso.date(),
  /** SPDX id of the licence of the repository. */
  licence: text,
  /** Path of its text on base, and the web page of that file. */
  licenceFile: textOrNull,
  licenceLink: textOrNull,
  /** Conditions of the admission for which nothing was measured. Null if it is not admitted. */
  unmeasured: z.array(text).nullable(),
});

/** Output of `refbench dataset card --json`: everything that the card says. */
export const datasetCardSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-dataset-card'),
  /** Null if dataset.yaml cannot be read. */
  dataset: datasetSchema.nullable(),
  /** Digest of the content of all instances. Null if anything is missing. */
  digest: digestSchema.nullable(),
  instances: z.array(cardInstanceSchema),
  /** What the card does not describe, because it cannot be read. Such a card must not be published. */
  missing: z.array(missingPartSchema),
});

export type DatasetCard = z.infer<typeof datasetCardSchema>;
