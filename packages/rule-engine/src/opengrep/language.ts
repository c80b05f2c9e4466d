import type { ConstantStyle } from './constants.ts';
import type { Cst } from './cst.ts';
import type { Span, Tree } from './tree.ts';

/** One text in which a pattern may parse, and what to take of the result. */
export interface PatternForm {
  readonly grammar: string;
  readonly source: string;
  /** Undefined where this form does not fit after all. */
  extract(program: Tree): Pattern | undefined;
}

/**
 * A pattern ready to be tried: a node (its role says where), statements in a row, a definition's head,
 * which is tried on definitions whatever their body, or just any statement.
 */
export type Pattern =
  | { readonly kind: 'node'; readonly tree: Tree }
  | { readonly kind: 'statements'; readonly list: readonly Tree[] }
  | { readonly kind: 'partial'; readonly tree: Tree }
  | { readonly kind: 'any-statement' };

/** All that the engine needs to know of a language. Add one: a file here, an entry in `languages.ts`. */
export interface SourceLanguage {
  readonly id: string;
  /** As rules write it in `languages`. */
  readonly names: readonly string[];
  readonly extensions: readonly string[];
  /** The parser's name for it, by path. */
  grammarOf(path: string): string;
  isComment(type: string): boolean;
  /** A file's, or a pattern's, syntax tree in the common shape: a `Block` of its statements. */
  translate(root: Cst, source: string, isPattern: boolean): Tree;
  /** Best first; the first that parses without an error and can be extracted is taken. */
  patternForms(text: string): readonly PatternForm[];
  /** A pattern that matches the type; needed for `metavariable-type`. */
  typePattern?(type: string): string;
  /** How its variables work; needed for constants and for `mode: taint`. */
  readonly constantStyle?: ConstantStyle;
  /** Adds what names stand for (imports, constants, types) to a translated file. */
  resolve?(program: Tree): void;
  /** The part of a definition that a partial pattern stands for; without it the body is cut off. */
  headOf?(definition: Tree): Span | undefined;
}
