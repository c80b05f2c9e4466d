import { z } from 'zod';
import { instanceSchema } from './instance.ts';
import { rulesetSideSchema } from './witness.ts';

const text = z.string().nullable();

/** Output of `refbench instance show --json`. */
export const instanceDetailsSchema = z.strictObject({
  instance: instanceSchema,
  folder: z.string(),
  /** Null if the text does not exist yet. */
  tasks: z.strictObject({ instructed: text, open: text }),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      side: rulesetSideSchema,
      languages: z.array(z.string()),
      message: z.string(),
    }),
  ),
  /** Why the rules cannot be read. Null if they can. */
  rules_problem: z.string().nullable(),
  /** Baseline of this host. Null if it was not calibrated. */
  baseline: z
    .strictObject({
      p_min: z.int().min(0).nullable(),
      f_max: z.int().min(0).nullable(),
      runs: z.int().min(0),
    })
    .nullable(),
  /** Files of the environment recipe. */
  environment: z.array(z.string()),
  /** What the instance still needs before it can be scored. */
  missing: z.array(z.string()),
});

export type InstanceDetails = z.infer<typeof instanceDetailsSchema>;
