import { regexLiterals } from './regex-literals.ts';
import { isObject } from './rule-patterns.ts';
import type { Matcher } from './rule.ts';

/** Text that must stand in a file: anywhere, or as a whole word of ASCII letters and digits. */
export interface Literal {
  readonly text: string;
  readonly whole: boolean;
}

/** A file can hold a match only if, for each clause, it holds at least one of its literals. */
export type RequiredLiterals = readonly (readonly Literal[])[];

/** Text that must stand in a file that a rule matches: saves looking into most files for most rules. */
export function requiredLiterals(matcher: Matcher): RequiredLiterals {
  return clausesOf(matcher.rule);
}

function clausesOf(rule: unknown): RequiredLiterals {
  if (!isObject(rule)) return [];
  const { pattern, regex, all, any } = rule;
  const clauses = [...clausesOfPattern(pattern), ...clausesOfRegex(regex)];
  if (Array.isArray(all)) clauses.push(...all.flatMap(clausesOf));
  if (Array.isArray(any)) clauses.push(...clauseOfAny(any));
  // What it stands in, holds, follows or precedes is in the same file.
  for (const key of ['inside', 'has', 'precedes', 'follows']) clauses.push(...clausesOf(rule[key]));
  return clauses;
}

/** One clause a branch, the one with the longest text, or nothing where a branch asks for no text. */
function clauseOfAny(branches: readonly unknown[]): RequiredLiterals {
  const best = branches.map((branch) =>
    clausesOf(branch).reduce<readonly Literal[]>(
      (longest, clause) => (shortest(clause) > shortest(longest) ? clause : longest),
      [],
    ),
  );
  return best.length === 0 || best.some((clause) => clause.length === 0) ? [] : [best.flat()];
}

function shortest(clause: readonly Literal[]): number {
  return clause.length === 0 ? 0 : Math.min(...clause.map(({ text }) => text.length));
}

/**
 * Words of the pattern outside its variables. Only where every leaf of the pattern must be found as
 * it is written: not with a laxer strictness, a selector (the rest is context) or a comment.
 */
function clausesOfPattern(pattern: unknown): RequiredLiterals {
  if (typeof pattern !== 'string' || /\/\/|\/\*|#|<!--/.test(pattern)) return [];
  const fixed = pattern.replaceAll(/\$+(?:[A-Z_][A-Z0-9_]*(?![A-Za-z0-9_]))?/g, ' ');
  const words = fixed.match(/[A-Za-z0-9_]+/g) ?? [];
  const names = words.filter((word) => /^[A-Za-z_]\w{2}/.test(word));
  return [...new Set(names)].map((text) => [{ text, whole: true }]);
}

function clausesOfRegex(regex: unknown): RequiredLiterals {
  if (typeof regex !== 'string') return [];
  return regexLiterals(regex).map((clause) => clause.map((text) => ({ text, whole: false })));
}
