import { isObject } from './rule-patterns.ts';
import type { Matcher } from './rule.ts';

/**
 * Whether a rule says which kinds of node it can match. `ast-grep scan` refuses a rule that does
 * not (a lone `regex`, `has` or `$A`); its library does not, so the check is repeated here.
 */
export function namesNodeKinds(matcher: Matcher): boolean {
  return namesKinds(matcher.rule, matcher.utils ?? {}, []);
}

function namesKinds(
  rule: unknown,
  utils: Readonly<Record<string, unknown>>,
  within: readonly string[],
): boolean {
  if (!isObject(rule)) return false;
  const { kind, pattern, all, any, matches } = rule;
  if (typeof kind === 'string') return true;
  if (typeof pattern === 'string' && !isLoneVariable(pattern)) return true;
  if (isObject(pattern)) {
    if (typeof pattern['selector'] === 'string') return true;
    if (typeof pattern['context'] === 'string' && !isLoneVariable(pattern['context'])) return true;
  }
  const recurse = (one: unknown): boolean => namesKinds(one, utils, within);
  if (Array.isArray(all) && all.some(recurse)) return true;
  if (Array.isArray(any) && any.length > 0 && any.every(recurse)) return true;
  return (
    typeof matches === 'string' &&
    !within.includes(matches) &&
    namesKinds(utils[matches], utils, [...within, matches])
  );
}

function isLoneVariable(pattern: string): boolean {
  return /^\s*\$+[A-Z_][A-Z0-9_]*\s*$/.test(pattern);
}
