import { z } from 'zod';

/** What bin/opengrep-scanner.mjs understands. One question at a time; each has one answer. */
export type OpengrepQuestion =
  /** Answered by one RuleAnswer a rule. */
  | { readonly kind: 'rules'; readonly rules: readonly unknown[] }
  | {
      readonly kind: 'scan';
      readonly path: string;
      readonly text: string;
      /** Indices into the rules sent before. */
      readonly rules: readonly number[];
    };

/** Why a rule is not run, or which files it wants. */
export type RuleAnswer =
  | { readonly unsupported: string }
  /** Null: of any name. */
  | { readonly extensions: readonly string[] | null };

/** In the order of the rules asked; a match is the offsets of its start and its end, in UTF-16 units. */
export type OpengrepScanAnswer = readonly (
  | { readonly error: string }
  | { readonly offsets: readonly number[] }
)[];

export const ruleAnswersSchema: z.ZodType<readonly RuleAnswer[]> = z.array(
  z.union([
    z.object({ unsupported: z.string() }),
    z.object({ extensions: z.array(z.string()).nullable() }),
  ]),
);

export const opengrepScanAnswerSchema: z.ZodType<OpengrepScanAnswer> = z.array(
  z.union([z.object({ error: z.string() }), z.object({ offsets: z.array(z.int().min(0)) })]),
);
