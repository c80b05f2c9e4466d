import type { z } from 'zod';

/** What a command prints with `--json`. */
export interface JsonOutput {
  /** One object, or one object a line. */
  readonly form: 'object' | 'lines';
  readonly description: string;
  readonly schema: z.ZodType;
}
