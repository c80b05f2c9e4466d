import { z } from 'zod';

/** A match of a rule, at the line where it starts. */
const markSchema = z.strictObject({
  rule: z.string(),
  side: z.enum(['additive', 'reductive']),
  /**
   * `gained`: an additive rule matches new code. `removed`: a reductive rule matched code that is gone.
   * `left`: a reductive rule still matches. `kept`: an additive rule matched before as well.
   */
  effect: z.enum(['gained', 'removed', 'left', 'kept']),
  /** Number of lines that the match covers. */
  lines: z.int().min(1),
});

/** A line of a diff. Numbers are null on the side where the line does not exist. */
const diffLineSchema = z.strictObject({
  kind: z.enum(['context', 'added', 'removed']),
  old: z.int().min(1).nullable(),
  new: z.int().min(1).nullable(),
  text: z.string(),
  marks: z.array(markSchema).optional(),
});

const hunkSchema = z.strictObject({ header: z.string(), lines: z.array(diffLineSchema) });

export const diffFileSchema = z.strictObject({
  /** Path in the patched tree, or in base if the file was removed. */
  path: z.string(),
  /** Path in base if the file was renamed. */
  oldPath: z.string().nullable(),
  status: z.enum(['added', 'modified', 'removed', 'renamed']),
  binary: z.boolean(),
  added: z.int().min(0),
  removed: z.int().min(0),
  hunks: z.array(hunkSchema),
  /** Number of lines that were left out because the file is too long. */
  truncated: z.int().min(0),
});

export type Mark = z.infer<typeof markSchema>;
export type DiffLine = z.infer<typeof diffLineSchema>;
export type DiffFile = z.infer<typeof diffFileSchema>;
