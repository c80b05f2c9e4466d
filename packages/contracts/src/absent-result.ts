import { z } from 'zod';

/**
 * The file next to the attempts of an agent at an instance. It says that there is nothing to score.
 */
export const ABSENT_RESULT_FILE = 'absent.json';

/** absent.json: no patch was submitted for this instance. Reports count it as 0 for the agent. */
export const absentResultSchema = z.strictObject({
  schema: z.literal(1),
  reason: z.string(),
  /** True if the instance has no tests. Then only IFR and precision count as 0. */
  no_tests: z.literal(true).optional(),
});

export type AbsentResult = z.infer<typeof absentResultSchema>;
