/**
 * What a pattern has to be to be tried on a node. `list` marks statement lists, on whose every suffix
 * a pattern of several statements is tried.
 */
export type Role = 'expr' | 'stmt' | 'type' | 'attribute' | 'list' | 'other';

/** What is known of a node beyond its text, mostly of names. Filled in after translation, for targets only. */
export interface NameFacts {
  /** Full names that it stands for, from imports: `['path', 'Item']`. */
  imported?: readonly (readonly string[])[];
  /** The literal it always holds. */
  constant?: Tree;
  /** The expression it was set to, followed only with `symbolic_propagation`. */
  symbol?: Tree;
  /** The type it was declared with. */
  type?: Tree;
  /** Of a statement: its value is what the function around it returns, without a `return`. */
  returned?: boolean;
}

/**
 * A node of source or of a pattern in the one shape that all languages are translated to: kinds of
 * shared constructs have shared names (`Call`, `Dot`, `FuncDef` ...), any other keeps the grammar's.
 * Offsets are UTF-16 units and cover what OpenGrep reports for the node.
 */
export interface Tree {
  readonly kind: string;
  /** Identifier, literal's content, operator; empty for others. */
  readonly text: string;
  readonly kids: readonly Tree[];
  readonly start: number;
  readonly end: number;
  readonly role: Role;
  facts?: NameFacts;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function tree(
  kind: string,
  role: Role,
  at: Span,
  kids: readonly Tree[] = [],
  text = '',
): Tree {
  return { kind, role, text, kids, start: at.start, end: at.end };
}

/** Stands where an optional part is missing; only another missing part matches it. */
export const none = (at: Span): Tree => tree('None', 'other', { start: at.start, end: at.start });

/** Stands where an optional part is missing and a pattern without it accepts any ("less is ok"). */
export const any = (at: Span): Tree => tree('Any', 'other', { start: at.start, end: at.start });

/** As `none`, but `...` matches it too: `return ...` is also a bare `return`. */
export const empty = (at: Span): Tree => tree('Empty', 'other', { start: at.start, end: at.start });

export const isAbsent = (node: Tree): boolean => ['None', 'Any', 'Empty'].includes(node.kind);

/** `$NAME`; `$1` is one too. `$_` matches anything and binds nothing. */
export const isMetavariable = (text: string): boolean => /^\$(?:[A-Z_][A-Z_0-9]*|\d+)$/.test(text);

export const isEllipsisMetavariable = (text: string): boolean =>
  /^\$\.\.\.[A-Z_][A-Z_0-9]*$/.test(text);

/** The whole of several nodes, or nothing for none. */
export function spanOf(nodes: readonly Span[]): Span | undefined {
  if (nodes.length === 0) return undefined;
  let start = Infinity;
  let end = -1;
  for (const node of nodes) {
    start = Math.min(start, node.start);
    end = Math.max(end, node.end);
  }
  return { start, end };
}

/** Structure and texts alike, wherever the two stand. */
export function sameTree(left: Tree, right: Tree): boolean {
  return (
    left.text === right.text &&
    (left.kind === right.kind || (isName(left) && isName(right))) &&
    left.kids.length === right.kids.length &&
    left.kids.every((kid, index) => sameTree(kid, right.kids[index] as Tree))
  );
}

const isName = (node: Tree): boolean => node.kind === 'Id' || node.kind === 'Name';

/** Every node below and itself, in source order. */
export function* walk(root: Tree): Iterable<Tree> {
  yield root;
  for (const kid of root.kids) yield* walk(kid);
}
