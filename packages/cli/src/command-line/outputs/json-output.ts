import type { z } from 'zod';

/** Describes the `--json` output of a command. */
export interface JsonOutput {
  /** One object, or one object per line. */
  readonly form: 'object' | 'lines';
  readonly description: string;
  readonly schema: z.ZodType;
}
