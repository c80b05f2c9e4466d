import { regexLiterals } from './regex-literals.ts';
import { isObject } from '../rule/rule-patterns.ts';
import type { Matcher } from '../rule/rule.ts';

/** Text that a file must contain. */
export interface Literal {
  readonly kind: 'text';
  readonly text: string;
  /** Exact text, text ignoring case, or a whole word of ASCII letters and digits. */
  readonly as: 'written' | 'any-case' | 'word';
}

/** The text that a file must contain for a rule to match. */
export type Requirement =
  | Literal
  | { readonly kind: 'all'; readonly of: readonly Requirement[] }
  | { readonly kind: 'any'; readonly of: readonly Requirement[] };

/** No requirement: every file may contain a match. */
const NOTHING: Requirement = { kind: 'all', of: [] };

/**
 * Computes the text that a file must contain for a rule to match. It excludes most files for most
 * rules without parsing.
 */
export function requiredText(matcher: Matcher): Requirement {
  return ruleRequires(matcher.rule, matcher.constraints ?? {});
}

type Constraints = Readonly<Record<string, unknown>>;

function ruleRequires(rule: unknown, constraints: Constraints): Requirement {
  if (!isObject(rule)) return NOTHING;
  const { pattern, regex, all, any } = rule;
  const recurse = (one: unknown): Requirement => ruleRequires(one, constraints);
  const parts = [patternRequires(pattern, constraints), regexRequires(regex)];
  if (Array.isArray(all)) parts.push(...all.map(recurse));
  if (Array.isArray(any)) parts.push(anyOf(any.map(recurse)));
  // Related nodes are in the same file.
  for (const key of ['inside', 'has', 'precedes', 'follows']) parts.push(recurse(rule[key]));
  return allOf(parts);
}

/**
 * Returns the words of the pattern outside its variables, and the requirements of constraints on the
 * variables. This is only valid if every leaf of the pattern must match exactly, so patterns with a
 * relaxed strictness, a selector or a comment require nothing.
 */
function patternRequires(pattern: unknown, constraints: Constraints): Requirement {
  if (typeof pattern !== 'string' || /\/\/|\/\*|#|<!--/.test(pattern)) return NOTHING;
  const variables: string[] = [];
  const fixed = pattern.replaceAll(VARIABLE, (written, name: string | undefined) => {
    // Constraints do not apply to `$$$A`, which may be empty, or to `$_A`.
    if (name !== undefined && !name.startsWith('_') && written === `$${name}`) variables.push(name);
    return ' ';
  });
  const names = (fixed.match(/[A-Za-z0-9_]+/g) ?? []).filter((word) =>
    /^[A-Za-z_]\w{2}/.test(word),
  );
  return allOf([
    ...names.map((text): Literal => ({ kind: 'text', text, as: 'word' })),
    ...variables.map((name) => ruleRequires(constraints[name], {})),
  ]);
}

const VARIABLE = /\$+(?:([A-Z_][A-Z0-9_]*)(?![A-Za-z0-9_]))?/g;

function regexRequires(regex: unknown): Requirement {
  if (typeof regex !== 'string') return NOTHING;
  const anyCase = regex.startsWith('(?i)');
  const clauses = regexLiterals(anyCase ? regex.slice('(?i)'.length) : regex);
  return allOf(
    clauses.map((texts) =>
      anyOf(
        texts.map((text): Requirement => {
          if (!anyCase) return { kind: 'text', text, as: 'written' };
          // Case is only folded for ASCII.
          return /^[ -~]+$/.test(text)
            ? { kind: 'text', text: text.toLowerCase(), as: 'any-case' }
            : NOTHING;
        }),
      ),
    ),
  );
}

function allOf(parts: readonly Requirement[]): Requirement {
  const of = parts.flatMap((part) => (part.kind === 'all' ? part.of : [part]));
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { kind: 'all', of };
}

/** If any branch requires nothing, or there is no branch, nothing is required. */
function anyOf(branches: readonly Requirement[]): Requirement {
  const isFree = (part: Requirement): boolean => part.kind === 'all' && part.of.length === 0;
  const [only] = branches;
  if (only === undefined || branches.some(isFree)) return NOTHING;
  return branches.length === 1 ? only : { kind: 'any', of: branches };
}
