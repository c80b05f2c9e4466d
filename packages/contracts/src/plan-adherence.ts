import { z } from 'zod';

const count = z.int().min(0);
const shareOrNull = z.number().min(0).max(1).nullable();

/**
 * How far a patch is what its plan says, by files. A file is named where the plan has its path, or the
 * end of its path that no other file of the tree shares; files of base and files that the patch adds can
 * be named.
 */
export const planAdherenceSchema = z.strictObject({
  /** Whether the attempt carried out a plan at all. */
  made: z.boolean(),
  /** Files that the plan names. */
  named: count,
  /** Files that the patch changes. */
  changed: count,
  /** Files that are both. */
  both: count,
  /** both / changed: the share of the changed files that the plan names; null for an empty patch. */
  followed: shareOrNull,
  /** both / named: the share of the named files that were changed; null for a plan without files. */
  carried_out: shareOrNull,
});

export type PlanAdherence = z.infer<typeof planAdherenceSchema>;
