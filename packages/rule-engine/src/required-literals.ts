import { isObject } from './rule-patterns.ts';
import type { Matcher } from './rule.ts';

/** A file can hold a match only if, for each clause, it holds at least one of its literals. */
export type RequiredLiterals = readonly (readonly string[])[];

/** Text that must stand in a file that a rule matches: saves compiling most rules for most files. */
export function requiredLiterals(matcher: Matcher): RequiredLiterals {
  return clausesOf(matcher.rule);
}

export function mayMatch(literals: RequiredLiterals, text: string): boolean {
  return literals.every((clause) => clause.some((literal) => text.includes(literal)));
}

function clausesOf(rule: unknown): RequiredLiterals {
  if (!isObject(rule)) return [];
  const { pattern, all, any } = rule;
  const clauses = [...clausesOfPattern(pattern)];
  if (Array.isArray(all)) clauses.push(...all.flatMap(clausesOf));
  if (Array.isArray(any)) clauses.push(...clauseOfAny(any));
  // What it stands in, holds, follows or precedes is in the same file.
  for (const key of ['inside', 'has', 'precedes', 'follows']) clauses.push(...clausesOf(rule[key]));
  return clauses;
}

/** One literal a branch, or nothing where a branch asks for no text. */
function clauseOfAny(branches: readonly unknown[]): RequiredLiterals {
  const longest = branches.map((branch) =>
    clausesOf(branch)
      .filter((clause) => clause.length === 1)
      .flat()
      .reduce((best, literal) => (literal.length > best.length ? literal : best), ''),
  );
  return longest.length === 0 || longest.includes('') ? [] : [longest];
}

/**
 * Words of the pattern outside its variables. Only where every leaf of the pattern must be found as
 * it is written: not with a laxer strictness, a selector (the rest is context) or a comment.
 */
function clausesOfPattern(pattern: unknown): RequiredLiterals {
  if (typeof pattern !== 'string' || /\/\/|\/\*|#|<!--/.test(pattern)) return [];
  const fixed = pattern.replaceAll(/\$+[A-Z_][A-Z0-9_]*|\$\$\$/g, ' ');
  const words = fixed.match(/[A-Za-z_][A-Za-z0-9_]{2,}/g) ?? [];
  return [...new Set(words)].map((word) => [word]);
}
