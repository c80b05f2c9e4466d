import type { SgNode } from '@ast-grep/napi';

/** A node of a syntax tree, read completely so that it can be compared quickly. */
export interface SyntaxNode {
  readonly kind: string;
  readonly named: boolean;
  /** UTF-16 offsets in the file. */
  readonly from: number;
  readonly to: number;
  /** Lines start at 1. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
  /** Comments are left out. A string without interpolation is a leaf. */
  readonly children: readonly SyntaxNode[];
  /** Whether the number of children varies freely: arguments, parameters, bodies. */
  readonly isList: boolean;
  /** Whether it names a local variable or parameter. */
  readonly isLocal: boolean;
}

const LIST_KIND =
  /argument|parameter|block|body|list|elements|members|statements|initializer|fields|tuple|array|object$|compound|clauses|named_imports|export_clause|dictionary|set$/;

const NO_LOCALS: ReadonlySet<number> = new Set();

/** Reads a node and everything below it. `locals` has the offsets of names of local variables. */
export function readNode(
  node: SgNode,
  source: string,
  locals: ReadonlySet<number> = NO_LOCALS,
): SyntaxNode {
  const { start, end } = node.range();
  const kind = String(node.kind());
  const text = source.slice(start.index, end.index);
  const inner = isPlainString(kind, text) ? [] : node.children();
  const children = inner
    .filter((child) => !isComment(String(child.kind())))
    .map((child) => readNode(child, source, locals));
  return {
    kind,
    named: node.isNamed(),
    from: start.index,
    to: end.index,
    firstLine: start.line + 1,
    lastLine: end.column === 0 && end.line > start.line ? end.line : end.line + 1,
    text,
    children,
    isList: LIST_KIND.test(kind) && isListShaped(children),
    isLocal: kind === 'identifier' && locals.has(start.index),
  };
}

export function isComment(kind: string): boolean {
  return kind.includes('comment');
}

/** A string that contains no expressions, whose parts are of no interest. */
function isPlainString(kind: string, text: string): boolean {
  return /string|char_literal/.test(kind) && !/[${]/.test(text);
}

/** Lists have brackets, separators, or any number of statements. */
function isListShaped(children: readonly SyntaxNode[]): boolean {
  const [first] = children;
  if (first === undefined) return false;
  return !first.named || children.every(({ named }, index) => named || index > 0);
}

/** The kinds of a node's children. Lists count as one kind, whatever they contain. */
export function shapeOf(node: SyntaxNode): string {
  if (node.isList) return node.kind;
  return `${node.kind}(${node.children.map(({ kind }) => kind).join(' ')})`;
}
