import { z } from 'zod';

/** The file beside the attempts of an agent on an instance that says there is nothing to score. */
export const ABSENT_RESULT_FILE = 'absent.json';

/** absent.json: no patch was given for this instance. Reports count it as the agent's own zero. */
export const absentResultSchema = z.strictObject({
  schema: z.literal(1),
  reason: z.string(),
});

export type AbsentResult = z.infer<typeof absentResultSchema>;
