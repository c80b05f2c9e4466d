import { z } from 'zod';

/** A count. */
export const count: z.ZodInt = z.int().min(0);

/** A figure that may be unknown. */
export const figure: z.ZodNullable<z.ZodNumber> = z.number().nullable();

/** A confidence interval, or null if there is none. */
export const interval: z.ZodType<{ low: number; high: number } | null> = z
  .strictObject({ low: z.number(), high: z.number() })
  .nullable();

/** Matches of a rule on each tree; null if they were not counted. */
export const treeCounts: z.ZodType<{ base: number | null; golden: number | null }> = z.strictObject(
  { base: count.nullable(), golden: count.nullable() },
);
