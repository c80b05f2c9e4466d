import { z } from 'zod';

/** One entry of a formula. Which keys may stand together is checked when it is compiled. */
export interface RawFormula {
  readonly [key: string]: unknown;
}

interface MetavariableRegex {
  readonly metavariable: string;
  readonly regex: string;
  readonly 'constant-propagation'?: boolean | undefined;
}

export const metavariableRegexSchema: z.ZodType<MetavariableRegex> = z.strictObject({
  metavariable: z.string(),
  regex: z.string(),
  'constant-propagation': z.boolean().optional(),
});

interface MetavariableType {
  readonly metavariable: string;
  readonly type?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly language?: string | undefined;
}

export const metavariableTypeSchema: z.ZodType<MetavariableType> = z.strictObject({
  metavariable: z.string(),
  type: z.string().optional(),
  types: z.array(z.string()).optional(),
  language: z.string().optional(),
});

interface MetavariableComparison {
  readonly metavariable?: string | undefined;
  readonly comparison: string;
  readonly strip?: boolean | undefined;
  readonly base?: number | undefined;
}

export const metavariableComparisonSchema: z.ZodType<MetavariableComparison> = z.strictObject({
  metavariable: z.string().optional(),
  comparison: z.string(),
  strip: z.boolean().optional(),
  base: z.int().optional(),
});

/** Its other keys are a formula. */
interface MetavariablePattern extends RawFormula {
  readonly metavariable: string;
  readonly language?: string | undefined;
}

export const metavariablePatternSchema: z.ZodType<MetavariablePattern> = z.looseObject({
  metavariable: z.string(),
  language: z.string().optional(),
});

export const focusSchema: z.ZodType<readonly string[]> = z
  .union([z.string(), z.array(z.string())])
  .transform((names) => (typeof names === 'string' ? [names] : names));

/** What holds a rule together; its formula's keys stand beside these. */
export interface OpengrepRule extends RawFormula {
  readonly id: string;
  readonly languages: readonly string[];
  readonly message: string;
  readonly severity: string;
  readonly mode: 'search' | 'taint' | 'extract' | 'join' | 'steps';
  readonly paths?:
    | {
        readonly include?: readonly string[] | undefined;
        readonly exclude?: readonly string[] | undefined;
      }
    | null
    | undefined;
  readonly options?: Readonly<Record<string, unknown>> | null | undefined;
}

export const opengrepRuleSchema: z.ZodType<OpengrepRule> = z.looseObject({
  id: z.string().min(1),
  languages: z.array(z.string()).min(1),
  message: z.string().default(''),
  severity: z.string().default('INFO'),
  mode: z.enum(['search', 'taint', 'extract', 'join', 'steps']).default('search'),
  paths: z
    .strictObject({
      include: z.array(z.string()).optional(),
      exclude: z.array(z.string()).optional(),
    })
    .nullish(),
  options: z.record(z.string(), z.unknown()).nullish(),
});

/** A formula's own keys. */
export const FORMULA_KEYS: readonly string[] = [
  'pattern',
  'patterns',
  'pattern-either',
  'pattern-inside',
  'pattern-not',
  'pattern-not-inside',
  'pattern-regex',
  'pattern-not-regex',
];

/** Keys of a rule that change nothing of what it matches. */
export const SILENT_KEYS: readonly string[] = [
  'id',
  'languages',
  'message',
  'severity',
  'mode',
  'paths',
  'options',
  'metadata',
  'fix',
  'fix-regex',
  'min-version',
  'max-version',
];
