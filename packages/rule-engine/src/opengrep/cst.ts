/** What is needed of a parser's node; `@ast-grep/napi`'s SgNode has it. */
export interface ParserNode {
  kind(): unknown;
  isNamed(): boolean;
  children(): readonly ParserNode[];
  range(): { readonly start: { readonly index: number }; readonly end: { readonly index: number } };
}

/** A parser's node as plain data: calls into the parser are slow, so each node is read once. */
export interface Cst {
  readonly type: string;
  readonly named: boolean;
  readonly kids: readonly Cst[];
  readonly start: number;
  readonly end: number;
}

/** Reads a parsed file; comments are left out. */
export function snapshot(node: ParserNode, isComment: (type: string) => boolean): Cst {
  const type = String(node.kind());
  const children = node.children();
  if (children.length === 0) {
    const { start, end } = node.range();
    return { type, named: node.isNamed(), kids: [], start: start.index, end: end.index };
  }
  const kids: Cst[] = [];
  for (const child of children) {
    const kid = snapshot(child, isComment);
    if (!isComment(kid.type)) kids.push(kid);
  }
  const first = kids[0];
  const last = kids.at(-1);
  if (first === undefined || last === undefined || spansMore(type)) {
    const { start, end } = node.range();
    return { type, named: node.isNamed(), kids, start: start.index, end: end.index };
  }
  return { type, named: true, kids, start: first.start, end: last.end };
}

/** Kinds whose text is more than that of their children: text between them belongs to the node. */
const spansMore = (type: string): boolean =>
  /string|template|literal|regex|program|source_file|module/.test(type);

/** What a parser may well find to be nothing: the end of a line or file, the inside of a string. */
const MAY_BE_EMPTY =
  /^(?:;|\n|\0|)$|content|fragment|text|newline|indent|dedent|program|source_file|module|block|statement|list|params|arguments/;

/** The parser gave up here, or added in thought what was missing. */
export function isBroken(node: Cst): boolean {
  if (node.type === 'ERROR') return true;
  if (node.kids.length === 0 && node.start === node.end) return !MAY_BE_EMPTY.test(node.type);
  return node.kids.some(isBroken);
}

export const kid = (node: Cst, ...types: readonly string[]): Cst | undefined =>
  node.kids.find((child) => types.includes(child.type));

export const has = (node: Cst, type: string): boolean => kid(node, type) !== undefined;

/** The children after the first token `type`, or none. */
export function after(node: Cst, type: string): readonly Cst[] {
  const index = node.kids.findIndex((child) => child.type === type);
  return index < 0 ? [] : node.kids.slice(index + 1);
}

/** The children before the first token `type`, or all. */
export function before(node: Cst, type: string): readonly Cst[] {
  const index = node.kids.findIndex((child) => child.type === type);
  return index < 0 ? node.kids : node.kids.slice(0, index);
}
