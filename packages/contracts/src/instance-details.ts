import { z } from 'zod';
import { instanceSchema } from './instance.ts';
import { rulesetSideSchema } from './witness.ts';

const text = z.string().nullable();

/** What `refbench instance show --json` prints. */
export const instanceDetailsSchema = z.strictObject({
  instance: instanceSchema,
  folder: z.string(),
  /** Null where the text is not written yet. */
  tasks: z.strictObject({ instructed: text, open: text }),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      side: rulesetSideSchema,
      languages: z.array(z.string()),
      message: z.string(),
    }),
  ),
  /** Why the rules cannot be read; null where they can. */
  rules_problem: z.string().nullable(),
  /** What this host measured: null where it is not calibrated. */
  baseline: z
    .strictObject({
      p_min: z.int().min(0).nullable(),
      f_max: z.int().min(0).nullable(),
      runs: z.int().min(0),
    })
    .nullable(),
  /** Files of the environment recipe. */
  environment: z.array(z.string()),
  /** What the instance still lacks before it can be scored. */
  missing: z.array(z.string()),
});

export type InstanceDetails = z.infer<typeof instanceDetailsSchema>;
