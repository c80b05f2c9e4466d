import { z } from 'zod';
import type { Requirement } from '../required-literals.ts';
import { compileFormula, Unsupported, type FormulaContext } from './compile-formula.ts';
import type { Formula } from './formula.ts';
import type { SourceLanguage } from './language.ts';
import { isGeneric, languageNamed } from './languages.ts';
import type { MatchOptions } from './matcher.ts';
import { pathFilter, type PathFilter } from './path-filter.ts';
import type { Parse } from './pattern.ts';
import { requiredWords } from './required-words.ts';
import { compileTaint, necessaryFormula, type TaintSpec } from './taint/taint-rule.ts';
import { opengrepRuleSchema, SILENT_KEYS, type OpengrepRule } from './rule-schema.ts';

/** A rule for one of its languages. */
export interface Compiled {
  /** Text without which a file need not be parsed. */
  readonly required: Requirement;
  readonly language: SourceLanguage | undefined;
  readonly search: Search;
}

/** What a rule looks for, by its mode. */
type Search =
  | { readonly kind: 'formula'; readonly formula: Formula }
  | { readonly kind: 'taint'; readonly spec: TaintSpec };

/** A rule that this engine runs. */
export interface NativeRule {
  readonly id: string;
  readonly message: string;
  readonly paths: PathFilter;
  readonly options: Pick<MatchOptions, 'symbolicPropagation'>;
  readonly perLanguage: readonly Compiled[];
}

export type CompiledRule =
  | { readonly kind: 'native'; readonly rule: NativeRule }
  | { readonly kind: 'unsupported'; readonly reason: string };

interface Options {
  readonly symbolic_propagation: boolean;
}

/** Options that this engine knows; others could change what is matched. */
const optionsSchema: z.ZodType<Options> = z.strictObject({
  symbolic_propagation: z.boolean().default(false),
  constant_propagation: z.literal(true).optional(),
  ac_matching: z.literal(true).optional(),
  interfile: z.boolean().optional(),
});

/**
 * One rule of OpenGrep's YAML, as parsed, made ready for this engine. What is not understood is said,
 * never guessed.
 */
export function compileOpengrepRule(raw: unknown, parse: Parse): CompiledRule {
  try {
    return { kind: 'native', rule: compile(opengrepRuleSchema.parse(raw), parse) };
  } catch (error) {
    if (error instanceof Unsupported) return { kind: 'unsupported', reason: error.message };
    if (error instanceof z.ZodError) {
      return { kind: 'unsupported', reason: z.prettifyError(error).replaceAll('\n', ' ') };
    }
    throw error;
  }
}

function compile(raw: OpengrepRule, parse: Parse): NativeRule {
  const options = optionsSchema.parse(raw.options ?? {});
  const generic = raw.languages.filter(isGeneric);
  const languages: (SourceLanguage | undefined)[] = [];
  for (const name of raw.languages) {
    if (isGeneric(name)) continue;
    const language = languageNamed(name);
    if (language === undefined) throw new Unsupported(`the language "${name}"`);
    if (!languages.includes(language)) languages.push(language);
  }
  if (generic.length > 0) languages.push(undefined);
  return {
    id: raw.id,
    message: raw.message,
    paths: pathFilter(raw.paths?.include ?? [], raw.paths?.exclude ?? []),
    options: { symbolicPropagation: options.symbolic_propagation },
    perLanguage: languages.map((language) => {
      const search = compileSearch(raw, { language, parse, languageNamed });
      const necessary = search.kind === 'taint' ? necessaryFormula(search.spec) : search.formula;
      return { language, search, required: requiredWords(necessary) };
    }),
  };
}

function compileSearch(raw: OpengrepRule, context: FormulaContext): Search {
  if (raw.mode === 'search') {
    return { kind: 'formula', formula: compileFormula(raw, context, SILENT_KEYS) };
  }
  if (raw.mode !== 'taint') throw new Unsupported(`the mode "${raw.mode}"`);
  if (context.language === undefined) throw new Unsupported('taint in generic text');
  return { kind: 'taint', spec: compileTaint(raw, context) };
}
