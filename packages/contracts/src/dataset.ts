import { z } from 'zod';

/**
 * `dataset.yaml` in the folder of the instances: what the instances are together. `refbench dataset
 * card` writes a page about them, `refbench dataset validate` checks them.
 */
export const datasetSchema = z.strictObject({
  schema: z.literal(1),
  name: z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower-case letters and digits, joined by "-"'),
  /** Version of the content. It changes whenever an instance, a text, a rule or a recipe does. */
  version: z
    .string()
    .regex(
      /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/,
      'expected a semantic version, such as 1.0.0',
    ),
  /**
   * A random GUID that is fixed for the life of the data set. Whoever collects training data can
   * search for it and leave these files out.
   */
  canary: z
    .string()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'expected a GUID in lower case'),
  description: z.string().min(1),
  /** SPDX id of the licence of the texts, rules and recipes. Repositories have their own licences. */
  licence: z.string().min(1),
});

export type Dataset = z.infer<typeof datasetSchema>;
