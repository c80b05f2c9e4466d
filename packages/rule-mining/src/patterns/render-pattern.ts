import type { SgNode } from '@ast-grep/napi';
import { parseableText, type Language } from '@refbench/code-facts';
import { parseText } from '../syntax/parse-source.ts';
import { isComment, type SyntaxNode } from '../syntax/syntax-node.ts';
import type { Generalised, Hole } from './anti-unify.ts';
import { wrappersOf } from './wrappers.ts';

/** A pattern as ast-grep reads it: alone, or within code that makes it complete. */
export type Pattern = string | { readonly context: string; readonly selector: string };

/** A pattern with its text, without the code around it. */
export interface RenderedPattern {
  readonly pattern: Pattern;
  readonly text: string;
}

const MOST_HOLES = 14;
const MOST_TEXT = 600;

/**
 * Writes a generalised node as an ast-grep pattern; undefined if no wrapper makes ast-grep parse it as
 * the same kind of node.
 */
export function renderPattern(
  generalised: Generalised,
  language: Language,
): RenderedPattern | undefined {
  const { node } = generalised;
  const text = textOf(generalised);
  if (text === undefined || text.length > MOST_TEXT) return undefined;
  for (const [before, behind] of wrappersOf(language)) {
    const context = `${before}${text}${behind}`;
    const parsed = parseText(language, parseableText(language, context));
    const found = locate(parsed, node.kind, before.length > 0 || behind.length > 0);
    if (found === undefined || !spans(found, parseableText(language, text))) continue;
    if (hasError(parsed) || !isSameShape(found, generalised)) continue;
    const isPlain = before === '' && behind === '';
    return { text, pattern: isPlain ? text : { context, selector: node.kind } };
  }
  return undefined;
}

/** The source of the node, with variables in place of the holes. */
function textOf({ node, holes }: Generalised): string | undefined {
  const slice = (from: number, to: number): string =>
    node.text.slice(from - node.from, to - node.from);
  const open = outermost(node, holes);
  if (open.length > MOST_HOLES) return undefined;
  let text = '';
  let at = node.from;
  for (const [index, { node: hole, many, last }] of open.entries()) {
    const [from, to] =
      last !== undefined ? [hole.from, last.to] : many ? insideOf(hole) : [hole.from, hole.to];
    const name = String.fromCharCode(65 + index);
    text += `${slice(at, from)}${many ? '$$$' : '$'}${name}`;
    at = to;
  }
  text += slice(at, node.to);
  const kept = text.replaceAll(/\$+[A-Z]\b/g, '');
  // A sigil of the language itself would read as a variable.
  return kept.includes('$') || /\/\/|\/\*|^\s*#/m.test(kept) ? undefined : text;
}

/** Between the brackets of a list; all of a list without brackets. */
function insideOf({ children, from, to }: SyntaxNode): readonly [number, number] {
  const [first, last] = [children[0], children.at(-1)];
  return first === undefined || last === undefined || first.named || last.named || first === last
    ? [from, to]
    : [first.to, last.from];
}

function outermost(node: SyntaxNode, holes: ReadonlyMap<SyntaxNode, Hole>): readonly Hole[] {
  const own = holes.get(node);
  if (own !== undefined) return [own];
  const inner = node.children.flatMap((child) => outermost(child, holes));
  // One variable stands for several elements of a list.
  return inner.filter(
    ({ node: first, last }, index) => last === undefined || inner[index - 1]?.node !== first,
  );
}

function locate(root: SgNode, kind: string, isWrapped: boolean): SgNode | undefined {
  if (isWrapped) return root.find({ rule: { kind } }) ?? undefined;
  // The engine takes the outermost node that has siblings or no single child.
  let node = root;
  for (let inner = node.children(); inner.length === 1; inner = node.children()) {
    const [only] = inner;
    if (only === undefined) break;
    node = only;
  }
  return String(node.kind()) === kind ? node : undefined;
}

function spans(node: SgNode, text: string): boolean {
  return node.text().trim() === text.trim();
}

function hasError(root: SgNode): boolean {
  return root.find({ rule: { kind: 'ERROR' } }) !== null;
}

/** Whether the pattern has the children that the node has; those of holes are free. */
function isSameShape(found: SgNode, { node, holes }: Generalised): boolean {
  const children = found.children().filter((child) => !isComment(String(child.kind())));
  if (children.length !== node.children.length) return false;
  return node.children.every((child, index) => {
    const other = children[index];
    return holes.has(child) || String(other?.kind()) === child.kind;
  });
}
