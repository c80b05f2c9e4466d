import type { SgNode } from '@ast-grep/napi';
import { isTestPath, type Language } from '@refbench/code-facts';
import type { SyntaxNode } from './syntax-node.ts';

/** An attribute of Rust that makes an item part of the tests: `#[test]`, `#[cfg(test)]`, `#[tokio::test]`. */
const TEST_ATTRIBUTE = /^#\[(?:\w+::)*(?:cfg\(.*\btest\b|test\b|rstest\b)/s;

/**
 * Returns a function that tells whether a node of a file is part of tests. Those of Rust may stand in a file of
 * sources.
 */
export function testCode(
  path: string,
  language: Language,
  root: SgNode,
): (node: SyntaxNode) => boolean {
  if (isTestPath(path)) return () => true;
  if (language !== 'Rust') return () => false;
  const ranges = root
    .findAll({ rule: { kind: 'attribute_item' } })
    .filter((attribute) => TEST_ATTRIBUTE.test(attribute.text()))
    .flatMap((attribute) => {
      const item = attribute.nextAll().find((next) => next.kind() !== 'attribute_item');
      return item === undefined ? [] : [item.range()];
    });
  return ({ from, to }) => ranges.some(({ start, end }) => start.index <= from && to <= end.index);
}
