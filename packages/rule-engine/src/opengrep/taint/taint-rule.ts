import { z } from 'zod';
import { compileFormula, Unsupported, type FormulaContext } from '../compile-formula.ts';
import type { Formula } from '../formula.ts';
import { SILENT_KEYS, type OpengrepRule } from '../rule-schema.ts';

/** One entry of `pattern-sources`, `pattern-sinks` or `pattern-sanitizers`. */
export interface TaintPart {
  readonly formula: Formula;
  /** Only the largest expression in a match counts, not all that it holds. */
  readonly exact: boolean;
  /** Its formula narrows the match to a metavariable. */
  readonly isFocused: boolean;
}

/** A rule of `mode: taint`: data that flows from a source to a sink, and through no sanitizer. */
export interface TaintSpec {
  readonly sources: readonly TaintPart[];
  readonly sinks: readonly TaintPart[];
  readonly sanitizers: readonly TaintPart[];
}

const KEYS: ReadonlySet<string> = new Set([
  'pattern-sources',
  'pattern-sinks',
  'pattern-sanitizers',
]);

interface PartOptions {
  readonly exact?: boolean | undefined;
}

/** Of an entry; other options (labels, side effects, control) change the analysis. */
const partOptionsSchema: z.ZodType<PartOptions> = z.strictObject({
  exact: z.boolean().optional(),
  'by-side-effect': z.literal(false).optional(),
});

const OPTION_KEYS = ['exact', 'by-side-effect', 'requires', 'label', 'control', 'at-exit'];

export function compileTaint(raw: OpengrepRule, context: FormulaContext): TaintSpec {
  for (const key of Object.keys(raw)) {
    if (!KEYS.has(key) && !SILENT_KEYS.includes(key)) {
      throw new Unsupported(`"${key}" of taint rules is not supported`);
    }
  }
  const parts = (key: string, exact: boolean): readonly TaintPart[] =>
    entriesSchema
      .parse(raw[key] ?? [])
      .map((entry) => compilePart(typeof entry === 'string' ? { pattern: entry } : entry, exact));
  const compilePart = (entry: Readonly<Record<string, unknown>>, exact: boolean): TaintPart => {
    const given = OPTION_KEYS.filter((key) => key in entry).map((key) => [key, entry[key]]);
    const options = partOptionsSchema.parse(Object.fromEntries(given));
    const formula = compileFormula(entry, context, OPTION_KEYS);
    const isFocused = formula.kind === 'and' && formula.focus.length > 0;
    return { formula, exact: options.exact ?? exact, isFocused };
  };
  return {
    sources: parts('pattern-sources', false),
    sinks: parts('pattern-sinks', true),
    sanitizers: parts('pattern-sanitizers', false),
  };
}

const entriesSchema: z.ZodType<readonly (string | Readonly<Record<string, unknown>>)[]> = z.array(
  z.union([z.string(), z.record(z.string(), z.unknown())]),
);

/** What has to match somewhere, or there is nothing to report. */
export function necessaryFormula({ sources, sinks }: TaintSpec): Formula {
  const either = (parts: readonly TaintPart[]): Formula => ({
    kind: 'or',
    of: parts.map(({ formula }) => formula),
  });
  return {
    kind: 'and',
    all: [either(sources), either(sinks)],
    none: [],
    conditions: [],
    focus: [],
  };
}
