import { patternName } from '../pattern-text.ts';
import type { Cst } from '../cst.ts';
import { tree, type Role, type Span, type Tree } from '../tree.ts';

/** What translators share: a file's text and the shapes that all languages have. */
export class SourceText {
  readonly source: string;
  readonly isPattern: boolean;

  constructor(source: string, isPattern = false) {
    this.source = source;
    this.isPattern = isPattern;
  }

  text(node: Span): string {
    return this.source.slice(node.start, node.end);
  }

  /** An identifier's text as a pattern has it. */
  nameText(node: Span): string {
    return patternName(this.text(node));
  }

  /** An identifier where no expression stands: of a definition, a field, a label. */
  name(node: Span): Tree {
    return tree('Name', 'other', node, [], this.nameText(node));
  }

  /** An identifier as an expression or type. */
  id(node: Span, role: Role = 'expr'): Tree {
    return tree('Id', role, node, [], this.nameText(node));
  }

  /** A node that has no shape of its own: its grammar's kind, and its text where it is a leaf. */
  asItStands(node: Cst, role: Role, kids: readonly Tree[]): Tree {
    return tree(node.type, role, node, kids, node.kids.length === 0 ? this.text(node) : '');
  }

  /** `left operator right`, the operator being the second child. */
  infix(kind: string, node: Cst, operands: readonly Tree[]): Tree {
    return tree(kind, 'expr', node, operands, this.text(node.kids[1] ?? node));
  }

  /** `left = right`, or `left += right` and the like, in grammars where both are one kind. */
  assignment(node: Cst, operands: readonly Tree[]): Tree {
    const isPlain = this.text(node.kids[1] ?? node) === '=';
    return isPlain
      ? tree('Assign', 'expr', node, operands)
      : this.infix('AssignOp', node, operands);
  }
}

/** An expression in parentheses; in some languages OpenGrep counts them as a part of it. */
export const parenthesized = (node: Span, inner: Tree): Tree => ({
  ...inner,
  start: node.start,
  end: node.end,
});

export const list = (kind: string, at: Span, kids: readonly Tree[]): Tree =>
  tree(kind, 'other', at, kids);

/** A number by its value, so that `0x10` is `16`. */
export function numberText(text: string): string {
  const plain = text.replaceAll('_', '').replace(/n$/, '');
  const octal = /^0[0-7]+$/.test(plain) ? `0o${plain.slice(1)}` : plain;
  const value = Number(octal);
  return Number.isNaN(value) ? text : String(value);
}

/** The children that are nodes of the grammar, not punctuation. */
export const parts = (node: Cst): readonly Cst[] => node.kids.filter((kid) => kid.named);
