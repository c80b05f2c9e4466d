import type { SyntaxNode } from '../syntax/syntax-node.ts';

/** The part of a node that a variable takes the place of. `many` stands for any number of nodes. */
export interface Hole {
  readonly node: SyntaxNode;
  readonly many: boolean;
  /** The last of the elements of a list for which one variable stands; `node` is the first. */
  readonly last?: SyntaxNode;
}

/** A generalised node: a node whose holes match anything. */
export interface Generalised {
  readonly node: SyntaxNode;
  readonly holes: ReadonlyMap<SyntaxNode, Hole>;
}

/** Bodies with more lines are always variables. */
const MOST_BODY_LINES = 4;

/**
 * Returns the least general generalisation of nodes of one kind: common parts are kept, and
 * differences become holes. The text is that of the first node.
 */
export function antiUnify(nodes: readonly SyntaxNode[]): Generalised | undefined {
  const [first, ...rest] = nodes;
  if (first === undefined) return undefined;
  const holes = new Map<SyntaxNode, Hole>();
  openFree(first, holes);
  for (const other of rest) {
    unify(first, other, holes);
    if (holes.has(first)) return undefined;
  }
  return { node: first, holes };
}

/** Opens what no pattern keeps: long bodies, and names of local variables. */
function openFree(node: SyntaxNode, holes: Map<SyntaxNode, Hole>): void {
  for (const child of node.children) {
    if (child.isLocal) {
      holes.set(child, { node: child, many: false });
    } else if (child.isList && child.lastLine - child.firstLine >= MOST_BODY_LINES) {
      holes.set(child, { node: child, many: true });
    } else openFree(child, holes);
  }
}

function unify(left: SyntaxNode, right: SyntaxNode, holes: Map<SyntaxNode, Hole>): void {
  if (holes.has(left)) return;
  if (left.kind !== right.kind) {
    holes.set(left, { node: left, many: false });
    return;
  }
  if (left.children.length === 0 && right.children.length === 0) {
    if (left.text !== right.text) holes.set(left, { node: left, many: false });
    return;
  }
  if (left.isList && (left.children.length !== right.children.length || isOpened(left, holes))) {
    unifyLists(left, right, holes);
    return;
  }
  if (left.children.length !== right.children.length || !haveSameTokens(left, right)) {
    holes.set(left, { node: left, many: left.isList });
    return;
  }
  for (const [index, child] of left.children.entries()) {
    const other = right.children[index];
    if (other !== undefined) unify(child, other, holes);
  }
}

/** Whether a variable stands for some elements of a list already. */
function isOpened({ children }: SyntaxNode, holes: ReadonlyMap<SyntaxNode, Hole>): boolean {
  return children.some((child) => holes.get(child)?.last !== undefined);
}

/**
 * Keeps the first and the last elements that lists of different lengths have in common, such as a new
 * first parameter, and opens what is between them.
 */
function unifyLists(left: SyntaxNode, right: SyntaxNode, holes: Map<SyntaxNode, Hole>): void {
  const [own, other] = [left.children, right.children];
  const opened = own.findIndex((child) => holes.get(child)?.last !== undefined);
  const openedTo = own.findLastIndex((child) => holes.get(child)?.last !== undefined);
  const most = opened === -1 ? own.length : opened;
  let first = 0;
  while (first < most && first < other.length && isAlike(own[first], other[first])) first += 1;
  const room = Math.min(
    opened === -1 ? own.length - first : own.length - 1 - openedTo,
    other.length - first,
  );
  let behind = 0;
  while (behind < room && isAlike(own.at(-1 - behind), other.at(-1 - behind))) behind += 1;
  let last = own.length - 1 - behind;
  // Separators stay with the elements that are kept.
  if (own[first]?.named === false && first > 0 && own[first - 1]?.named === true) first += 1;
  if (own[last]?.named === false && own[last + 1]?.named === true) last -= 1;
  const [from, to] = [own[first], own[last]];
  const kept = [...own.slice(0, first), ...own.slice(last + 1)];
  if (from === undefined || to === undefined || first > last || !kept.some(hasWord)) {
    holes.set(left, { node: left, many: true });
    return;
  }
  for (const child of own.slice(first, last + 1))
    holes.set(child, { node: from, many: true, last: to });
}

/** Whether two nodes differ in names of local variables at most. */
function isAlike(left: SyntaxNode | undefined, right: SyntaxNode | undefined): boolean {
  if (left === undefined || right === undefined || left.kind !== right.kind) return false;
  if (left.isLocal && right.isLocal) return true;
  const [own, other] = [left.children, right.children];
  if (own.length !== other.length) return false;
  if (own.length === 0) return left.text === right.text;
  return own.every((child, index) => isAlike(child, other[index]));
}

function hasWord(node: SyntaxNode): boolean {
  return isWord(node) || node.children.some(hasWord);
}

function haveSameTokens(left: SyntaxNode, right: SyntaxNode): boolean {
  return left.children.every(({ named, kind }, index) => {
    const other = right.children[index];
    return named === other?.named && (named || kind === other.kind);
  });
}

/** The names and literals that a generalised node keeps. */
export function keptTexts({ node, holes }: Generalised): readonly string[] {
  if (holes.has(node)) return [];
  const below = node.children.flatMap((child) => keptTexts({ node: child, holes }));
  return isWord(node) ? [node.text, ...below] : below;
}

/** A name or literal, or something that consists of keywords and signs, such as `interface{}` in Go. */
export function isWord({ named, isLocal, children, text }: SyntaxNode): boolean {
  if (!named || isLocal || children.some((child) => child.named)) return false;
  return children.length === 0 || /\w/.test(text);
}

/**
 * Opens everything that contains none of these words: what remains is what tells the trees apart, and
 * names of local variables are free.
 */
export function keepOnly(generalised: Generalised, words: ReadonlySet<string>): Generalised {
  const holes = new Map(generalised.holes);
  const open = (node: SyntaxNode): void => {
    for (const child of node.children) {
      if (holes.has(child)) continue;
      if (keptTexts({ node: child, holes }).some((word) => words.has(word))) open(child);
      else if (child.named) holes.set(child, { node: child, many: child.isList });
    }
  };
  open(generalised.node);
  return { node: generalised.node, holes };
}

/** Opens all argument and parameter lists, and the like. */
export function openLists(generalised: Generalised): Generalised {
  const holes = new Map(generalised.holes);
  const open = (node: SyntaxNode): void => {
    for (const child of node.children) {
      if (holes.has(child)) continue;
      if (child.isList && child.children.length > 0) holes.set(child, { node: child, many: true });
      else open(child);
    }
  };
  open(generalised.node);
  return { node: generalised.node, holes };
}

/** Opens the body of a definition, which ends it. */
export function openBody({ node, holes }: Generalised): Generalised {
  const body = node.children.at(-1);
  if (body?.isList !== true || body.children.length === 0) return { node, holes };
  return { node, holes: new Map([...holes, [body, { node: body, many: true }]]) };
}
