import type { Compiled, NativeRule } from './compile-rule.ts';
import { isBroken, snapshot } from './cst.ts';
import { evaluate } from './evaluate.ts';
import type { Target } from './target.ts';
import { indexTarget, type TargetIndex } from './find-pattern.ts';
import type { SourceLanguage } from './language.ts';
import type { Parse } from './pattern.ts';
import { distinct, type Range } from './ranges.ts';
import { searchTaint } from './taint/search-taint.ts';
import { TextLookup } from './required-words.ts';
import type { Span } from './tree.ts';

/** A file with what has been parsed of it so far: each language once, whatever the number of rules. */
export class SourceUnit {
  readonly path: string;
  readonly text: string;
  readonly lookup: TextLookup;
  private readonly parse: Parse;
  private readonly parsed = new Map<string, TargetIndex>();

  constructor(path: string, text: string, parse: Parse) {
    this.path = path;
    this.text = text;
    this.lookup = new TextLookup(text);
    this.parse = parse;
  }

  index(language: SourceLanguage): TargetIndex {
    const known = this.parsed.get(language.id);
    if (known !== undefined) return known;
    const root = snapshot(this.parse(language.grammarOf(this.path), this.text), (type) =>
      language.isComment(type),
    );
    const program = language.translate(root, this.text, false);
    language.resolve?.(program);
    const index = indexTarget(program);
    this.parsed.set(language.id, index);
    return index;
  }

  target(language: SourceLanguage | undefined, options: Target['options']): Target {
    return {
      text: this.text,
      language,
      index: language === undefined ? undefined : this.index(language),
      options,
      part: (text, partLanguage) => this.part(text, partLanguage, options),
    };
  }

  private part(
    text: string,
    language: SourceLanguage | undefined,
    options: Target['options'],
  ): Target | undefined {
    if (language === undefined)
      return new SourceUnit(this.path, text, this.parse).target(undefined, options);
    for (const form of language.patternForms(text)) {
      const root = snapshot(this.parse(form.grammar, form.source), (type) =>
        language.isComment(type),
      );
      if (isBroken(root)) continue;
      const index = indexTarget(language.translate(root, form.source, false));
      const part = (inner: string, other: SourceLanguage | undefined): Target | undefined =>
        this.part(inner, other, options);
      return { text: form.source, language, index, options, part };
    }
    return undefined;
  }
}

/** Where a rule matches in a file, by place; a place with other texts in the message counts again. */
export function searchFile(rule: NativeRule, unit: SourceUnit): readonly Span[] {
  const found = languagesFor(rule, unit.path).flatMap((compiled) => searchAs(rule, compiled, unit));
  const seen = new Set<string>();
  return distinct(found)
    .filter((range) => {
      const key = `${range.start}-${range.end} ${messageOf(rule.message, range, unit.text)}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .map(({ start, end }) => ({ start, end }))
    .sort((left, right) => left.start - right.start || left.end - right.end);
}

/** The rule's forms for this file; more than one only where its languages share an extension. */
function languagesFor(rule: NativeRule, path: string): readonly Compiled[] {
  const fitting = rule.perLanguage.filter(
    ({ language }) =>
      language === undefined || language.extensions.some((extension) => path.endsWith(extension)),
  );
  return fitting.slice(0, 1);
}

function searchAs(
  rule: NativeRule,
  { language, search, required }: Compiled,
  unit: SourceUnit,
): readonly Range[] {
  if (!unit.lookup.holds(required)) return [];
  const target = unit.target(language, rule.options);
  return search.kind === 'taint'
    ? searchTaint(search.spec, target)
    : evaluate(search.formula, target);
}

function messageOf(message: string, range: Range, text: string): string {
  return message.replace(/\$[A-Z_][A-Z_0-9]*|\$\d+/g, (name) => {
    const value = range.bindings.get(name);
    return value === undefined ? name : (value.content ?? text.slice(value.start, value.end));
  });
}
