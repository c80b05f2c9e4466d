import type { RulesetSide } from '@refbench/contracts';
import type { Language } from '@refbench/code-facts';
import type { Pattern } from '../patterns/render-pattern.ts';

/** What a rule describes. */
export type Category =
  | 'name'
  | 'import'
  | 'call'
  | 'declaration'
  | 'type'
  | 'member'
  | 'argument'
  | 'statement'
  | 'expression';

/** A pattern that may become a rule. */
export interface Candidate {
  readonly side: RulesetSide;
  readonly language: Language;
  readonly category: Category;
  readonly kind: string;
  readonly pattern: Pattern | NamePattern;
  /** The pattern's text, for people. */
  readonly text: string;
  /** Names and literals that the pattern keeps, those that the other tree lacks first. */
  readonly words: readonly string[];
  /** Whether the pattern keeps a name or literal that the changed lines of the other tree lack. */
  readonly isTelling: boolean;
  /** Whether the pattern forces a new name that the task may leave open. */
  readonly restrictive: boolean;
  /** The kind of the enclosing node that the rule matches instead, e.g. a whole function. */
  readonly within?: string | undefined;
  /** Whether only files count that base had or that such a file imports. */
  readonly onlyReachable?: boolean | undefined;
  /** The classes or functions in which the pattern stands, if it is limited to them. */
  readonly inside?: Container | undefined;
  /** The functions outside of which the pattern stands, if it is limited to that. */
  readonly outside?: Container | undefined;
  /**
   * How golden moved the code that it describes, if its place alone tells the trees apart: with its
   * file, from one file to several or the other way, or from one function to another.
   */
  readonly moved?: 'file' | 'parts' | 'function' | undefined;
  /** Globs of the files that the rule looks at. */
  readonly files?: readonly string[] | undefined;
  /** Globs of files that it does not look at. */
  readonly ignores?: readonly string[] | undefined;
}

/** Every use of a name. */
export interface NamePattern {
  readonly name: string;
  /** The kinds of the nodes that have it, e.g. `identifier` and `type_identifier`. */
  readonly kinds: readonly string[];
}

/** Classes or functions of one kind, e.g. `class_declaration`, by their names. */
export interface Container {
  readonly kind: string;
  /** The field of a node of this kind that has the name. */
  readonly field: string;
  readonly names: readonly string[];
}

/** A candidate that is limited to the inside or the outside of a container, whose names are among its words. */
export function scopedTo(
  candidate: Candidate,
  where: 'inside' | 'outside',
  container: Container,
): Candidate {
  const words = [...new Set([...candidate.words, ...container.names])];
  return { ...candidate, words, [where]: container };
}

const CATEGORIES: readonly (readonly [RegExp, Category])[] = [
  [/import|include|use_declaration|using|package/, 'import'],
  [/call|invocation|new_expression|object_creation|macro/, 'call'],
  [/^attribute$|member|selector|field_expression|scoped|qualified/, 'member'],
  [/argument|pair|annotation|decorator|attribute|modifier|keyed_element|parameter/, 'argument'],
  [/declaration|definition|_item|declarator|_spec|assignment/, 'declaration'],
  [/type/, 'type'],
  [/statement|clause|return|block/, 'statement'],
];

/** The category of a kind of node. */
export function categoryOf(kind: string): Category {
  return CATEGORIES.find(([pattern]) => pattern.test(kind))?.[1] ?? 'expression';
}
