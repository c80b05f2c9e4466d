import { EMPTY_ENV, type Value } from './bindings.ts';
import { compare } from './compare.ts';
import type { Target } from './target.ts';
import type { Condition, Formula } from './formula.ts';
import { createMatcher } from './match.ts';
import type { Range } from './ranges.ts';
import { tree } from './tree.ts';

/** Finds a formula's ranges; handed in because it asks for conditions in turn. */
type Evaluate = (formula: Formula, target: Target, context: Range) => readonly Range[];

/** The range once for each way in which the condition holds, or none. */
export function holds(
  condition: Condition,
  range: Range,
  target: Target,
  evaluate: Evaluate,
): readonly Range[] {
  switch (condition.kind) {
    case 'regex': {
      const value = range.bindings.get(condition.metavariable);
      if (value === undefined) return [];
      condition.regex.regex.lastIndex = 0;
      const text = condition.constants ? constantText(value, target) : sourceOf(value, target);
      return condition.regex.regex.test(text) ? [range] : [];
    }
    case 'comparison': {
      const values = (name: string): string | undefined => {
        const value = range.bindings.get(name);
        return value === undefined ? undefined : constantText(value, target);
      };
      return compare(condition.comparison, values, condition.strip) ? [range] : [];
    }
    case 'type': {
      const node = range.bindings.get(condition.metavariable)?.nodes[0];
      if (node === undefined) return [];
      const matcher = createMatcher({ ...target.options, inside: false });
      const fits = condition.types.some(
        (type) =>
          type.kind === 'node' &&
          matcher.match(tree('TypedMetavariable', 'expr', node, [type.tree], '$_'), node, EMPTY_ENV)
            .length > 0,
      );
      return fits ? [range] : [];
    }
    case 'pattern':
      return holdsInside(condition, range, target, evaluate);
  }
}

/** `metavariable-pattern`: the formula has to match within what the metavariable stands for. */
function holdsInside(
  condition: Extract<Condition, { kind: 'pattern' }>,
  range: Range,
  target: Target,
  evaluate: Evaluate,
): readonly Range[] {
  const value = range.bindings.get(condition.metavariable);
  if (value === undefined) return [];
  const text = sourceOf(value, target);
  const language = condition.language === undefined ? target.language : undefined;
  const part =
    value.content === undefined && condition.language === undefined
      ? target.part(text, language)
      : target.part(condition.language === undefined ? text : unquoted(text), language);
  if (part === undefined) return [];
  const whole: Range = { ...range, start: 0, end: text.length, kind: 'plain' };
  return evaluate(condition.formula, part, whole).length > 0 ? [range] : [];
}

const unquoted = (text: string): string => /^(["'`])([^]*)\1$/.exec(text)?.[2] ?? text;

const sourceOf = (value: Value, target: Target): string =>
  value.content ?? target.text.slice(value.start, value.end);

/** A literal's content where it is one, otherwise the source. */
function constantText(value: Value, target: Target): string {
  const [node] = value.nodes;
  const literal = node?.facts?.constant ?? node;
  if (value.nodes.length === 1 && literal !== undefined && ['Str', 'Lit'].includes(literal.kind)) {
    return literal.text;
  }
  return sourceOf(value, target);
}
