import type { SgNode } from '@ast-grep/napi';
import { isComment, readNode, type SyntaxNode } from './syntax-node.ts';

/** So high that a pattern never keeps the body. */
const BODY_LINES = 100;

/**
 * Reads a definition without its body, e.g. the signature of a function: its text ends with empty
 * brackets, or with `pass` in languages without brackets.
 *
 * @param locals offsets of names of local variables
 */
export function readHeader(
  node: SgNode,
  body: SgNode,
  source: string,
  locals: ReadonlySet<number>,
): SyntaxNode {
  const { start } = node.range();
  const { start: bodyStart } = body.range();
  const parts = node
    .children()
    .filter((child) => child.range().end.index <= bodyStart.index)
    .filter((child) => !isComment(String(child.kind())))
    .map((child) => readNode(child, source, locals));
  const emptied = emptiedBody(body);
  return {
    kind: String(node.kind()),
    named: true,
    from: start.index,
    to: emptied.to,
    firstLine: start.line + 1,
    lastLine: emptied.firstLine,
    text: source.slice(start.index, bodyStart.index) + emptied.text,
    children: [...parts, emptied],
    isList: false,
    isLocal: false,
  };
}

function emptiedBody(body: SgNode): SyntaxNode {
  const { start } = body.range();
  const [open, close] = [body.children().at(0), body.children().at(-1)];
  const hasBrackets = open?.isNamed() === false && close?.isNamed() === false;
  const [before, behind] = hasBrackets ? [open.text(), close.text()] : ['pass', ''];
  const line = start.line + 1;
  const token = (text: string, from: number): SyntaxNode => ({
    kind: text,
    named: false,
    from,
    to: from + text.length,
    firstLine: line,
    lastLine: line,
    text,
    children: [],
    isList: false,
    isLocal: false,
  });
  return {
    ...token(before + behind, start.index),
    kind: String(body.kind()),
    named: true,
    lastLine: line + BODY_LINES,
    children: hasBrackets
      ? [token(before, start.index), token(behind, start.index + before.length)]
      : [],
    isList: true,
  };
}
