import { parseComparison } from './comparison.ts';
import type { Condition, Conjunction, Formula, Regex } from './formula.ts';
import type { Pattern, SourceLanguage } from './language.ts';
import { parsePattern, type Parse } from './pattern.ts';
import { compileRegex } from './regex.ts';
import {
  focusSchema,
  FORMULA_KEYS,
  metavariableComparisonSchema,
  metavariablePatternSchema,
  metavariableRegexSchema,
  metavariableTypeSchema,
  type RawFormula,
} from './rule-schema.ts';

/** Why a rule cannot be run exactly; one sentence without the rule's name. */
export class Unsupported extends Error {}

export interface FormulaContext {
  /** Undefined for generic and regex rules, which know no syntax. */
  readonly language: SourceLanguage | undefined;
  readonly parse: Parse;
  languageNamed(name: string): SourceLanguage | undefined;
}

/** The one formula among the keys of a rule or entry; other keys have to be known to the caller. */
export function compileFormula(
  raw: RawFormula,
  context: FormulaContext,
  otherKeys: readonly string[] = [],
  inside = false,
): Formula {
  const keys = Object.keys(raw).filter((key) => !otherKeys.includes(key));
  const [key] = keys;
  if (key === undefined || keys.length > 1) {
    throw new Unsupported(`expected one formula, found ${keys.join(', ') || 'none'}`);
  }
  return compileEntry(key, raw[key], context, inside);
}

function compileEntry(
  key: string,
  value: unknown,
  context: FormulaContext,
  inside: boolean,
): Formula {
  switch (key) {
    case 'pattern':
      return compilePattern(text(key, value), context, inside);
    case 'pattern-regex':
      return { kind: 'regex', regex: regexOf(text(key, value)) };
    case 'pattern-either': {
      const of = list(key, value).map((entry) => compileFormula(entry, context, [], inside));
      return { kind: 'or', of };
    }
    case 'patterns':
      return compileConjunction(list(key, value), context, inside);
    case 'pattern-inside':
      return { kind: 'inside', of: compileNested(value, context, true) };
    default:
      throw new Unsupported(`"${key}" is not supported here`);
  }
}

/** A pattern's text, or a formula of its own. */
function compileNested(value: unknown, context: FormulaContext, inside: boolean): Formula {
  if (typeof value === 'string') return compilePattern(value, context, inside);
  if (value === null || typeof value !== 'object') throw new Unsupported('an empty pattern');
  return compileFormula(value as RawFormula, context, [], inside);
}

function compilePattern(source: string, context: FormulaContext, inside: boolean): Formula {
  if (context.language === undefined) {
    throw new Unsupported('a pattern of generic text is not supported');
  }
  const pattern = parsePattern(source, context.language, context.parse);
  if (pattern === undefined) {
    throw new Unsupported(`the pattern ${JSON.stringify(source.trim())} does not parse`);
  }
  return { kind: 'pattern', pattern, inside };
}

function compileConjunction(
  entries: readonly RawFormula[],
  context: FormulaContext,
  inside: boolean,
): Conjunction {
  const all: Formula[] = [];
  const none: Formula[] = [];
  const conditions: Condition[] = [];
  const focus: (readonly string[])[] = [];
  for (const entry of entries) {
    for (const [key, value] of Object.entries(entry)) {
      if (key === 'focus-metavariable') focus.push(focusSchema.parse(value));
      else if (key === 'pattern-not') none.push(compileNested(value, context, false));
      else if (key === 'pattern-not-inside') {
        none.push({ kind: 'inside', of: compileNested(value, context, true) });
      } else if (key === 'pattern-not-regex') {
        none.push({ kind: 'regex', regex: regexOf(text(key, value)) });
      } else if (FORMULA_KEYS.includes(key)) {
        all.push(compileEntry(key, value, context, inside));
      } else conditions.push(compileCondition(key, value, context));
    }
  }
  return { kind: 'and', all, none, conditions, focus };
}

function compileCondition(key: string, value: unknown, context: FormulaContext): Condition {
  switch (key) {
    case 'metavariable-regex': {
      const raw = metavariableRegexSchema.parse(value);
      const regex = regexOf(raw.regex, 'a');
      const constants = raw['constant-propagation'] ?? false;
      return { kind: 'regex', metavariable: raw.metavariable, regex, constants };
    }
    case 'metavariable-pattern': {
      const { metavariable, language, ...formula } = metavariablePatternSchema.parse(value);
      const inner =
        language === undefined ? context : { ...context, language: other(language, context) };
      const compiled = compileFormula(formula, inner);
      const condition = { kind: 'pattern', metavariable, formula: compiled } as const;
      return language === undefined ? condition : { ...condition, language };
    }
    case 'metavariable-type': {
      const raw = metavariableTypeSchema.parse(value);
      if (raw.language !== undefined)
        throw new Unsupported('metavariable-type in another language');
      const names = [...(raw.type === undefined ? [] : [raw.type]), ...(raw.types ?? [])];
      const types = names.map((name) => typePattern(name, context));
      return { kind: 'type', metavariable: raw.metavariable, types };
    }
    case 'metavariable-comparison': {
      const raw = metavariableComparisonSchema.parse(value);
      if (raw.base !== undefined) throw new Unsupported('metavariable-comparison with a base');
      const comparison = parseComparison(raw.comparison);
      if (comparison === undefined) {
        throw new Unsupported(`the comparison ${JSON.stringify(raw.comparison)}`);
      }
      const condition = { kind: 'comparison', comparison, strip: raw.strip ?? false } as const;
      return raw.metavariable === undefined
        ? condition
        : { ...condition, metavariable: raw.metavariable };
    }
    default:
      throw new Unsupported(`"${key}" is not supported`);
  }
}

function typePattern(name: string, context: FormulaContext): Pattern {
  const source = context.language?.typePattern?.(name);
  const pattern =
    source === undefined || context.language === undefined
      ? undefined
      : parsePattern(source, context.language, context.parse);
  if (pattern === undefined) throw new Unsupported(`the type ${JSON.stringify(name)}`);
  return pattern;
}

function other(name: string, context: FormulaContext): SourceLanguage | undefined {
  if (name === 'generic' || name === 'regex' || name === 'none') return undefined;
  const language = context.languageNamed(name);
  if (language === undefined) throw new Unsupported(`the language "${name}"`);
  return language;
}

function regexOf(source: string, flags = 'm'): Regex {
  const compiled = compileRegex(source, flags);
  if (compiled.kind === 'unsupported') throw new Unsupported(compiled.reason);
  return compiled;
}

function text(key: string, value: unknown): string {
  if (typeof value !== 'string') throw new Unsupported(`"${key}" is not a text`);
  return value;
}

function list(key: string, value: unknown): readonly RawFormula[] {
  const isEntry = (entry: unknown): entry is RawFormula =>
    entry !== null && typeof entry === 'object';
  if (!Array.isArray(value) || !value.every(isEntry)) {
    throw new Unsupported(`"${key}" is not a list of formulas`);
  }
  return value;
}
