import { z } from 'zod';

/** The engine's own words on why it cannot. */
interface Failure {
  readonly error: string;
}

/** One flag a pattern: the whole of it is a syntax error. */
export type CheckAnswer = Failure | { readonly broken: readonly boolean[] };

export type FileAnswer =
  | Failure
  | {
      /** The file holds a syntax error. */
      readonly broken: boolean;
      /** In the order of the rules asked; a place is 0-based start line, column, end line, column. */
      readonly results: readonly (Failure | { readonly places: readonly number[] })[];
    };

/** In the order of the files asked. */
export interface ScanAnswer {
  readonly files: readonly FileAnswer[];
}

const failureSchema = z.object({ error: z.string() });

/** In the order of the rules asked. */
export const checkAnswersSchema: z.ZodType<{ readonly rules: readonly CheckAnswer[] }> = z.object({
  rules: z.array(z.union([failureSchema, z.object({ broken: z.array(z.boolean()) })])),
});

const fileAnswerSchema: z.ZodType<FileAnswer> = z.union([
  failureSchema,
  z.object({
    broken: z.boolean(),
    results: z.array(z.union([failureSchema, z.object({ places: z.array(z.int().min(0)) })])),
  }),
]);

export const scanAnswerSchema: z.ZodType<ScanAnswer> = z.object({
  files: z.array(fileAnswerSchema),
});

/** The engine explains itself over several lines, innermost cause last; messages here have one. */
export function onOneLine(error: string): string {
  return error
    .split('\n')
    .map((line) => line.replace(/^\s*\|->/, '').trim())
    .filter((line) => line !== '')
    .join(' ');
}
