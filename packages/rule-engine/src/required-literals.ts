import { regexLiterals } from './regex-literals.ts';
import { isObject } from './rule-patterns.ts';
import type { Matcher } from './rule.ts';

/** Text that must stand in a file. */
export interface Literal {
  readonly kind: 'text';
  readonly text: string;
  /** As it is; in upper or lower case alike; or as a whole word of ASCII letters and digits. */
  readonly as: 'written' | 'any-case' | 'word';
}

/** What a file must hold for a rule to match in it. */
export type Requirement =
  | Literal
  | { readonly kind: 'all'; readonly of: readonly Requirement[] }
  | { readonly kind: 'any'; readonly of: readonly Requirement[] };

/** Asks for nothing: every file may hold a match. */
const NOTHING: Requirement = { kind: 'all', of: [] };

/** Text that must stand in a file that a rule matches: saves looking into most files for most rules. */
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
  // What it stands in, holds, follows or precedes is in the same file.
  for (const key of ['inside', 'has', 'precedes', 'follows']) parts.push(recurse(rule[key]));
  return allOf(parts);
}

/**
 * Words of the pattern outside its variables, and what constraints ask of those. Only where every leaf
 * of the pattern must be found as it is written: not with a laxer strictness, a selector (the rest is
 * context) or a comment.
 */
function patternRequires(pattern: unknown, constraints: Constraints): Requirement {
  if (typeof pattern !== 'string' || /\/\/|\/\*|#|<!--/.test(pattern)) return NOTHING;
  const variables: string[] = [];
  const fixed = pattern.replaceAll(VARIABLE, (written, name: string | undefined) => {
    // Constraints are not asked about `$$$A`, which may stand for nothing, nor about `$_A`.
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
          // Case is folded for ASCII only.
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

/** A branch that asks for nothing frees them all; no branch at all is left to the engine. */
function anyOf(branches: readonly Requirement[]): Requirement {
  const isFree = (part: Requirement): boolean => part.kind === 'all' && part.of.length === 0;
  const [only] = branches;
  if (only === undefined || branches.some(isFree)) return NOTHING;
  return branches.length === 1 ? only : { kind: 'any', of: branches };
}
