import { datasetSchema, digestSchema } from '@refbench/contracts';
import { z } from 'zod';
import { datasetInstanceSchema } from './dataset-report.ts';

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
});

/** Output of `refbench dataset card --json`: everything that the card says. */
export const datasetCardSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-dataset-card'),
  dataset: datasetSchema,
  /** Digest of the content of all instances. */
  digest: digestSchema,
  instances: z.array(cardInstanceSchema),
});

export type DatasetCard = z.infer<typeof datasetCardSchema>;
