import { isObject } from '../rule/rule-patterns.ts';
import type { Matcher } from '../rule/rule.ts';

interface Context {
  readonly utils: Readonly<Record<string, unknown>>;
  /** Patterns with a syntax error, which the engine allows to match any kind. */
  readonly broken: ReadonlySet<string>;
  /** Utilities on the current path, to detect recursion. */
  readonly within: readonly string[];
}

/**
 * Whether a rule restricts the kinds of nodes that it can match. `ast-grep scan` rejects rules that
 * do not (a lone `regex`, `has`, `$A` or `foo(`), but its library does not, so the check is repeated
 * here.
 */
export function namesNodeKinds(matcher: Matcher, broken: ReadonlySet<string>): boolean {
  return namesKinds(matcher.rule, { utils: matcher.utils ?? {}, broken, within: [] });
}

function namesKinds(rule: unknown, context: Context): boolean {
  if (!isObject(rule)) return false;
  const { utils, broken, within } = context;
  const { kind, pattern, all, any, matches } = rule;
  if (typeof kind === 'string') return true;
  if (isObject(pattern) && typeof pattern['selector'] === 'string') return true;
  const text = isObject(pattern) ? pattern['context'] : pattern;
  if (typeof text === 'string' && !isLoneVariable(text) && !broken.has(text)) return true;
  const recurse = (one: unknown): boolean => namesKinds(one, context);
  if (Array.isArray(all) && all.some(recurse)) return true;
  if (Array.isArray(any) && any.length > 0 && any.every(recurse)) return true;
  return (
    typeof matches === 'string' &&
    !within.includes(matches) &&
    namesKinds(utils[matches], { ...context, within: [...within, matches] })
  );
}

function isLoneVariable(pattern: string): boolean {
  return /^\s*\$+[A-Z_][A-Z0-9_]*\s*$/.test(pattern);
}
