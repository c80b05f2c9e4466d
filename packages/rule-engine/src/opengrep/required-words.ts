import { regexLiterals } from '../regex-literals.ts';
import type { Requirement } from '../required-literals.ts';
import type { Condition, Formula, Regex } from './formula.ts';
import type { Pattern } from './language.ts';
import { walk, type Tree } from './tree.ts';

const NOTHING: Requirement = { kind: 'all', of: [] };

/** Text that must stand in a file in which the rule matches. */
export function requiredWords(formula: Formula): Requirement {
  switch (formula.kind) {
    case 'pattern':
      return patternRequires(formula.pattern);
    case 'regex':
      return regexRequires(formula.regex);
    case 'or':
      return anyOf(formula.of.map(requiredWords));
    case 'inside':
      return requiredWords(formula.of);
    case 'and':
      return {
        kind: 'all',
        of: [...formula.all.map(requiredWords), ...formula.conditions.map(conditionRequires)],
      };
  }
}

function conditionRequires(condition: Condition): Requirement {
  return condition.kind === 'regex' ? regexRequires(condition.regex) : NOTHING;
}

/** Possessive repeats are not known to the reader of literals. */
function regexRequires({ source }: Regex): Requirement {
  if (/[*+?}]\+/.test(source)) return NOTHING;
  const clauses = regexLiterals(source).map((texts) => anyOf(texts.map(written)));
  return { kind: 'all', of: clauses };
}

const written = (text: string): Requirement => ({ kind: 'text', text, as: 'written' });

function anyOf(of: readonly Requirement[]): Requirement {
  return of.some((part) => part.kind === 'all' && part.of.length === 0) || of.length === 0
    ? NOTHING
    : { kind: 'any', of };
}

function patternRequires(pattern: Pattern): Requirement {
  if (pattern.kind === 'any-statement') return NOTHING;
  const trees = pattern.kind === 'statements' ? pattern.list : [pattern.tree];
  const words = new Set(trees.flatMap((root) => [...walk(root)].flatMap(wordOf)));
  return { kind: 'all', of: [...words].map(written) };
}

/** Identifiers stand in the file as they are; `default` and the like are made up in translation. */
function wordOf(node: Tree): readonly string[] {
  if (!['Id', 'Name', 'Special'].includes(node.kind)) return [];
  return /^[A-Za-z_]\w*$/.test(node.text) && !MADE_UP.has(node.text) ? [node.text] : [];
}

const MADE_UP: ReadonlySet<string> = new Set(['default', 'const', 'void', 'undefined']);

/** Looks a text up in a file once, whatever the number of rules that ask. */
export class TextLookup {
  private readonly text: string;
  private readonly known = new Map<string, boolean>();

  constructor(text: string) {
    this.text = text;
  }

  holds(part: Requirement): boolean {
    if (part.kind === 'all') return part.of.every((inner) => this.holds(inner));
    if (part.kind === 'any') return part.of.some((inner) => this.holds(inner));
    const known = this.known.get(part.text);
    if (known !== undefined) return known;
    const found = this.text.includes(part.text);
    this.known.set(part.text, found);
    return found;
  }
}
