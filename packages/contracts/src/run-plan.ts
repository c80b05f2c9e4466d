import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { instanceIdSchema, segmentSchema } from './instance-id.ts';
import { modeSchema, trackSchema } from './instance.ts';
import { limitsSchema } from './limits.ts';
import { packagesSettingSchema } from './package-record.ts';
import { planningLimitsSchema } from './planning-limits.ts';

/** run.json: everything that identifies a run. Resuming checks it and never changes it. */
export const runPlanSchema = z.strictObject({
  schema: z.literal(1),
  run: segmentSchema,
  created_at: z.iso.datetime(),
  tool: z.string(),
  track: trackSchema,
  mode: modeSchema,
  agents: z.array(
    z.strictObject({
      name: segmentSchema,
      version: z.string(),
      digest: digestSchema,
      /** Absent if the agent needs no model. */
      model: z.string().optional(),
      /** True for a reference agent such as golden. Reports show it but exclude it from tests. */
      reference: z.boolean().optional(),
    }),
  ),
  instances: z.array(instanceIdSchema),
  /** Number of independent attempts of each agent at each instance. Absent for one. */
  repeats: z.int().min(2).optional(),
  /** Budget of one attempt. Absent if no agent needs a model. */
  budget_usd: z.number().positive().optional(),
  /** Digest of the price table including overrides. Absent if no agent needs a model. */
  prices: digestSchema.optional(),
  limits: z.strictObject({ agent: limitsSchema, grade: limitsSchema }),
  /** Digest of the prompt templates of the mode. Absent in plans that are older than templates. */
  prompts: digestSchema.optional(),
  /** Limits of planning in modes with plans. */
  planning: planningLimitsSchema.optional(),
  /**
   * Whether agents could get packages. Absent if no instance of the run gives any and the command did not
   * say otherwise.
   */
  packages: packagesSettingSchema.optional(),
  /** The judge model in multiplan mode. */
  judge: z.string().optional(),
});

export type RunPlan = z.infer<typeof runPlanSchema>;

/**
 * The mode under which results are compared. Agents that could get packages had another task than agents
 * that could not, so they are never in one table.
 */
export function settingMode({ mode, packages }: Pick<RunPlan, 'mode' | 'packages'>): string {
  return packages === 'dated' ? `${mode}, packages` : mode;
}
