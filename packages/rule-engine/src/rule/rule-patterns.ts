import type { Matcher } from './rule.ts';

/** A pattern in a rule with its path, e.g. `rule.any.1.pattern`. */
export interface WrittenPattern {
  readonly path: string;
  readonly text: string;
  /** The kind of the node to select in `text`, if `text` is only the context of the pattern. */
  readonly selector?: string;
}

const ONE_RULE: ReadonlySet<string> = new Set([
  'not',
  'inside',
  'has',
  'precedes',
  'follows',
  'stopBy',
  'ofRule',
  'nthChild',
]);
const RULE_LISTS: ReadonlySet<string> = new Set(['all', 'any']);

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Collects every pattern of a rule, its constraints and its utils. */
export function writtenPatterns(matcher: Matcher): readonly WrittenPattern[] {
  const named = (field: 'constraints' | 'utils'): WrittenPattern[] =>
    Object.entries(matcher[field] ?? {}).flatMap(([name, rule]) =>
      patternsIn(rule, `${field}.${name}`),
    );
  return [...patternsIn(matcher.rule, 'rule'), ...named('constraints'), ...named('utils')];
}

function patternsIn(rule: unknown, path: string): WrittenPattern[] {
  if (!isObject(rule)) return [];
  return Object.entries(rule).flatMap(([key, value]) => {
    const here = `${path}.${key}`;
    if (key === 'pattern') return patternAt(value, here);
    if (ONE_RULE.has(key)) return patternsIn(value, here);
    if (RULE_LISTS.has(key) && Array.isArray(value)) {
      return value.flatMap((one, index) => patternsIn(one, `${here}.${index}`));
    }
    return [];
  });
}

function patternAt(value: unknown, path: string): WrittenPattern[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (!isObject(value) || typeof value['context'] !== 'string') return [];
  const { context, selector } = value;
  return [{ path, text: context, ...(typeof selector === 'string' && { selector }) }];
}
