import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { instanceIdSchema } from './instance-id.ts';

const lines = z.int().min(0);

/**
 * coverage.json of an instance: how many of the lines that golden adds its own suite executes. Only
 * lines that the tool considers executable count.
 */
export const suiteCoverageSchema = z.strictObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  recipe: digestSchema,
  /** The program that recorded the lines, such as `coverage.py`. */
  tool: z.string().min(1),
  executed: lines,
  executable: lines,
  /** Added lines of files that the tool does not list, such as documents. */
  unlisted: lines,
  /** The files that add executable lines, sorted by path. */
  files: z.array(z.strictObject({ path: z.string().min(1), executed: lines, executable: lines })),
});

export type SuiteCoverage = z.infer<typeof suiteCoverageSchema>;
