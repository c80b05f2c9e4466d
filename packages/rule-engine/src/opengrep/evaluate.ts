import { holds } from './conditions.ts';
import type { Conjunction, Formula, Regex } from './formula.ts';
import { findPattern, type Found } from './find-pattern.ts';
import type { Target } from './target.ts';
import { distinct, intersect, subtract, type Range } from './ranges.ts';
import type { Value } from './bindings.ts';

/** The ranges a formula stands for. `context` is what a conjunction without positive parts starts from. */
export function evaluate(formula: Formula, target: Target, context?: Range): readonly Range[] {
  switch (formula.kind) {
    case 'pattern': {
      if (target.index === undefined || target.language === undefined) return [];
      const options = { ...target.options, inside: formula.inside };
      return distinct(
        findPattern(formula.pattern, target.index, target.language, options).map(plain),
      );
    }
    case 'regex':
      return findRegex(formula.regex, target.text);
    case 'or':
      return formula.of.flatMap((inner) => evaluate(inner, target, context));
    case 'inside':
      return evaluate(formula.of, target, context).map((range) => ({ ...range, kind: 'inside' }));
    case 'and':
      return evaluateConjunction(formula, target, context);
  }
}

const plain = ({ start, end, bindings }: Found): Range => ({ start, end, bindings, kind: 'plain' });

function evaluateConjunction(
  formula: Conjunction,
  target: Target,
  context: Range | undefined,
): readonly Range[] {
  const parts = formula.all.map((inner) => evaluate(inner, target, context));
  const [first, ...rest] = [
    ...parts.filter((part) => part[0]?.kind !== 'inside'),
    ...parts.filter((part) => part[0]?.kind === 'inside'),
  ];
  let ranges = first ?? (context === undefined ? [] : [context]);
  for (const part of rest) ranges = distinct(intersect(ranges, part));
  for (const negated of formula.none) {
    if (ranges.length > 0) ranges = subtract(ranges, evaluate(negated, target, context));
  }
  for (const condition of formula.conditions) {
    ranges = ranges.flatMap((range) => holds(condition, range, target, evaluate));
  }
  return focused(ranges, formula.focus);
}

/** `focus-metavariable` narrows each range to where its metavariables stand. */
function focused(
  ranges: readonly Range[],
  focus: readonly (readonly string[])[],
): readonly Range[] {
  if (focus.length === 0) return ranges;
  return ranges.flatMap((range) => {
    const narrowed = focus.map((names) =>
      names.flatMap((name) => {
        const value = range.bindings.get(name);
        return value === undefined ? [] : narrow(range, value);
      }),
    );
    return narrowed.reduce((left, right) =>
      left.flatMap((one) => right.flatMap((two) => narrow(one, two))),
    );
  });
}

function narrow(range: Range, value: Pick<Value, 'start' | 'end'>): readonly Range[] {
  const { start, end } = value;
  if (range.start <= start && end <= range.end) return [{ ...range, start, end }];
  return start <= range.start && range.end <= end ? [range] : [];
}

/** Every match in order; an empty one moves on by a character. */
function findRegex({ regex, groups }: Regex, text: string): readonly Range[] {
  const found: Range[] = [];
  regex.lastIndex = 0;
  for (const match of text.matchAll(regex)) {
    const bindings = new Map<string, Value>();
    for (const [index, { key, name }] of groups.entries()) {
      const content = match.groups?.[key];
      if (content === undefined) continue;
      const value = { start: match.index, end: match.index + match[0].length, nodes: [], content };
      bindings.set(`$${index + 1}`, value);
      if (name !== undefined) bindings.set(`$${name}`, value);
    }
    found.push({ start: match.index, end: match.index + match[0].length, kind: 'regex', bindings });
  }
  return found;
}
