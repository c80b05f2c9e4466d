import type { SgNode } from '@ast-grep/napi';
import type { Language } from '@refbench/code-facts';
import type { ChangeSide } from '../change/change.ts';
import { lineNumbers } from '../change/change.ts';
import { isDefinition } from '../syntax/definition-kinds.ts';
import { readHeader } from '../syntax/read-header.ts';
import { parseSource } from '../syntax/parse-source.ts';
import { localOffsets } from '../syntax/local-names.ts';
import { isComment, readNode, type SyntaxNode } from '../syntax/syntax-node.ts';
import { testCode } from '../syntax/test-code.ts';

/** A piece of syntax that touches changed lines. */
export interface Fragment {
  readonly id: number;
  readonly file: string;
  readonly language: Language;
  readonly node: SyntaxNode;
  /** Number of changed lines that it spans. */
  readonly changed: number;
  /** Whether only tests use it. */
  readonly inTests: boolean;
}

/** A longer piece is not a pattern that a person would write. */
const MOST_LINES = 30;
/** A side with more fragments is sampled evenly. */
const MOST_FRAGMENTS = 40_000;

/** Collects the fragments of one side of a change. */
export function collectFragments(side: ChangeSide): readonly Fragment[] {
  const fragments: Fragment[] = [];
  for (const [path, changed] of lineNumbers(side.lines)) {
    const file = side.files.get(path);
    const parsed = file === undefined ? undefined : parseSource(file);
    if (parsed === undefined) continue;
    const { language, root, source } = parsed;
    const isTest = testCode(path, language, root);
    const add = (node: SyntaxNode, lines: number): void => {
      const inTests = isTest(node);
      fragments.push({ id: fragments.length, file: path, language, node, changed: lines, inTests });
    };
    visit(root, { source, locals: localOffsets(root), changed, add });
  }
  if (fragments.length <= MOST_FRAGMENTS) return fragments;
  const step = fragments.length / MOST_FRAGMENTS;
  return Array.from(
    { length: MOST_FRAGMENTS },
    (_, index) => fragments[Math.floor(index * step)],
  ).filter((fragment) => fragment !== undefined);
}

type Add = (node: SyntaxNode, lines: number) => void;

interface Visited {
  readonly source: string;
  readonly locals: ReadonlySet<number>;
  readonly changed: ReadonlySet<number>;
  readonly add: Add;
}

function visit(node: SgNode, file: Visited): void {
  const { source, locals, changed, add } = file;
  const { start, end } = node.range();
  if (countChanged(start.line + 1, end.line + 1, changed) === 0) return;
  if (isComment(String(node.kind()))) return;
  if (end.line - start.line < MOST_LINES && node.parent() !== null) {
    visitRead(readNode(node, source, locals), changed, add);
  } else {
    const body = isDefinition(String(node.kind())) ? node.field('body') : null;
    if (body !== null) {
      const header = readHeader(node, body, source, locals);
      const lines = countChanged(header.firstLine, header.lastLine, changed);
      if (lines > 0 && header.lastLine - header.firstLine < MOST_LINES) add(header, lines);
    }
    for (const child of node.children()) visit(child, file);
  }
}

function visitRead(node: SyntaxNode, changed: ReadonlySet<number>, add: Add): void {
  const lines = countChanged(node.firstLine, node.lastLine, changed);
  if (lines === 0) return;
  const [first] = node.children;
  // A node with a single child matches where the child matches.
  const isWrapper = node.children.length === 1 && first?.to === node.to;
  if (node.named && node.children.length > 0 && !isWrapper && !node.isList) add(node, lines);
  for (const child of node.children) visitRead(child, changed, add);
}

function countChanged(first: number, last: number, changed: ReadonlySet<number>): number {
  let count = 0;
  for (let line = first; line <= last; line += 1) if (changed.has(line)) count += 1;
  return count;
}
