import { z } from 'zod';

/** The error message of the engine. */
interface Failure {
  readonly error: string;
}

/** One flag per pattern: whether the whole pattern is a syntax error. */
export type CheckAnswer = Failure | { readonly broken: readonly boolean[] };

export type FileAnswer =
  | Failure
  | {
      /** Whether the file has a syntax error. */
      readonly broken: boolean;
      /**
       * Results in the order of the rules. A match is 0-based start line, column, end line, end
       * column.
       */
      readonly results: readonly (Failure | { readonly places: readonly number[] })[];
    };

/** Results in the order of the files. */
export interface ScanAnswer {
  readonly files: readonly FileAnswer[];
}

const failureSchema = z.object({ error: z.string() });

/** Results in the order of the rules. */
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

/** Joins an error message of the engine, which has several lines, into one line. */
export function onOneLine(error: string): string {
  return error
    .split('\n')
    .map((line) => line.replace(/^\s*\|->/, '').trim())
    .filter((line) => line !== '')
    .join(' ');
}
