import { segmentSchema } from '@refbench/contracts';
import { z } from 'zod';
import { LANGUAGE_NAMES, languageNamed, type Language } from '@refbench/code-facts';
import type { GlobEntry } from './path-scope.ts';

const objectSchema = z.record(z.string(), z.unknown());

/** ast-grep's paths are relative to the root without a prefix, so such globs could never match. */
const globTextSchema = z
  .string()
  .min(1)
  .refine(
    (glob) => !/^(?:\.?\/|!)/.test(glob),
    'write globs relative to the root, without a leading "./", "/" or "!"',
  );

const globsSchema = z
  .array(
    z.union([
      globTextSchema,
      z.strictObject({ glob: globTextSchema, caseInsensitive: z.boolean().optional() }),
    ]),
  )
  .min(1);

const languageSchema = z.string().transform((name, context): Language => {
  const language = languageNamed(name);
  if (language !== undefined) return language;
  context.addIssue({
    code: 'custom',
    message: `"${name}" has no parser here; use one of ${LANGUAGE_NAMES.join(', ')}`,
  });
  return z.NEVER;
});

type JsonObject = Readonly<Record<string, unknown>>;

/** The fields of a YAML document that are needed for matching and reporting. */
export interface RuleDocument {
  readonly id: string;
  readonly language: Language;
  readonly rule: JsonObject;
  readonly constraints?: JsonObject | undefined;
  readonly utils?: JsonObject | undefined;
  readonly files?: readonly GlobEntry[] | undefined;
  readonly ignores?: readonly GlobEntry[] | undefined;
  readonly message?: string | undefined;
  readonly metadata?: unknown;
}

/**
 * Accepts exactly the keys of ast-grep 0.51, so that a misspelled key is an error and does not widen
 * the rule. The engine checks the content of `rule`, `constraints` and `utils` when it compiles them.
 */
export const ruleSchema: z.ZodType<RuleDocument> = z.strictObject({
  id: segmentSchema,
  language: languageSchema,
  rule: objectSchema,
  constraints: objectSchema.optional(),
  utils: objectSchema.optional(),
  transform: objectSchema.optional(),
  files: globsSchema.optional(),
  ignores: globsSchema.optional(),
  message: z.string().optional(),
  note: z.string().nullish(),
  /** `off` is not allowed, because such a rule would silently never match. */
  severity: z
    .enum(['hint', 'info', 'warning', 'error'], 'use hint, info, warning or error')
    .optional(),
  metadata: z.unknown().optional(),
  // Actions on matches, which do not affect matching.
  fix: z.unknown().optional(),
  rewriters: z.unknown().optional(),
  labels: z.unknown().optional(),
  url: z.unknown().optional(),
});
