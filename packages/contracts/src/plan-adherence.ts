import { z } from 'zod';

const count = z.int().min(0);
const shareOrNull = z.number().min(0).max(1).nullable();

/**
 * How far a patch follows its plan, by files. A plan names a file if it contains its path, or a
 * suffix of the path that is unique in the tree. This includes files of base and files that the
 * patch adds.
 */
export const planAdherenceSchema = z.strictObject({
  /** True if the attempt has a plan. */
  made: z.boolean(),
  /** Number of files that the plan names. */
  named: count,
  /** Number of files that the patch changes. */
  changed: count,
  /** Number of files that are named and changed. */
  both: count,
  /**
   * both / changed: the share of the changed files that the plan names. Null for an empty patch.
   */
  followed: shareOrNull,
  /**
   * both / named: the share of the named files that were changed. Null for a plan without files.
   */
  carried_out: shareOrNull,
});

export type PlanAdherence = z.infer<typeof planAdherenceSchema>;
