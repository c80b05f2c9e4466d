import type { Language } from '@refbench/code-facts';
import { expect, test } from 'vitest';
import { parseText } from '../syntax/parse-source.ts';
import { readNode, type SyntaxNode } from '../syntax/syntax-node.ts';
import { collectFragments } from './fragment.ts';
import { antiUnify, keepOnly, keptTexts } from './anti-unify.ts';
import { renderPattern } from './render-pattern.ts';

/** The first node of a kind in each text. */
function nodesOf(language: Language, kind: string, texts: readonly string[]): SyntaxNode[] {
  return texts.map((text) => {
    const found = parseText(language, text).find({ rule: { kind } });
    if (found === null) throw new Error(`no ${kind} in ${text}`);
    return readNode(found, text);
  });
}

function patternOf(language: Language, kind: string, ...texts: readonly string[]) {
  const generalised = antiUnify(nodesOf(language, kind, texts));
  return generalised === undefined ? undefined : renderPattern(generalised, language);
}

test.each([
  ['JavaScript', 'call_expression', ['a(one, 1)', 'a(two, 2)'], 'a($A, $B)'],
  ['JavaScript', 'call_expression', ['a(one, 1)', 'a(two)'], 'a($$$A)'],
  ['JavaScript', 'call_expression', ["f('x')", "f('x')"], "f('x')"],
  ['JavaScript', 'call_expression', ['f(ctx, 1)', 'f(ctx, 2, 3)', 'f(ctx, 4)'], 'f(ctx, $$$A)'],
  ['JavaScript', 'call_expression', ['f(ctx, 1, 2)', 'f(ctx, 3)'], 'f(ctx, $$$A)'],
  ['JavaScript', 'call_expression', ['f(1, 2, last)', 'f(3, last)'], 'f($$$A, last)'],
  ['JavaScript', 'call_expression', ['f(ctx, 1, 2)', 'f(ctx, 3)', 'f(other, 4)'], 'f($$$A)'],
  [
    'Python',
    'import_from_statement',
    ['from a.b import c', 'from a.b import d'],
    'from a.b import $A',
  ],
  ['Rust', 'use_declaration', ['use a::b;', 'use a::c;'], 'use a::$A;'],
] as const)('%s %s %j', (language, kind, texts, pattern) => {
  expect(patternOf(language, kind, ...texts)?.pattern).toBe(pattern);
});

test('a fragment that is not a valid file gets surrounding code', () => {
  const call = ['package p; func f() { fmt.Println(a) }', 'package p; func f() { fmt.Println(b) }'];
  expect(patternOf('Go', 'call_expression', ...call)).toEqual({
    text: 'fmt.Println($A)',
    pattern: { context: 'package p; func f() { fmt.Println($A) }', selector: 'call_expression' },
  });
  const value = ['void f() { a(1); }', 'void f() { a(x); }'];
  expect(patternOf('C', 'call_expression', ...value)?.pattern).toEqual({
    context: 'void f() { a($A); }',
    selector: 'call_expression',
  });
});

test('a long body is always free', () => {
  const text = 'function f() {\n  a();\n  b();\n  c();\n  d();\n}';
  expect(patternOf('JavaScript', 'function_declaration', text)?.pattern).toBe(
    'function f() {$$$A}',
  );
});

test('a long definition is read without its body', () => {
  const body = Array.from({ length: 40 }, (_, index) => `  a(${index})`).join('\n');
  const changed = new Set([1, 60]);
  const pattern = (path: string, text: string): string | undefined => {
    const lines = [...changed].map((line) => ({ path, line, text: '' }));
    const files = new Map([[path, { path, bytes: Buffer.from(text) }]]);
    const [header] = collectFragments({ files, lines });
    const generalised = header === undefined ? undefined : antiUnify([header.node]);
    return generalised && header && renderPattern(generalised, header.language)?.text;
  };
  expect(pattern('a.py', `def run(self, context: Context):\n${body}\n`)).toBe(
    'def run($A, $B: Context):\n  $$$C',
  );
  expect(pattern('a.ts', `function run(context: Context): void {\n${body}\n}\n`)).toBe(
    'function run($A: Context): void {$$$B}',
  );
});

test('the common parts of fragments are kept', () => {
  const generalised = antiUnify(nodesOf('JavaScript', 'call_expression', ['a.b(x)', 'c.b(x)']));
  expect(generalised === undefined ? [] : keptTexts(generalised)).toEqual(['b', 'x']);
});

test('only the words that tell the trees apart are kept on request', () => {
  const [node] = nodesOf('JavaScript', 'lexical_declaration', ['const a = fresh(b, c);']);
  const generalised = antiUnify(node === undefined ? [] : [node]);
  if (generalised === undefined) throw new Error('no generalisation');
  const pattern = renderPattern(keepOnly(generalised, new Set(['fresh'])), 'JavaScript');
  expect(pattern?.pattern).toBe('const $A = fresh($$$B);');
});

test('nodes without a common shape have no pattern', () => {
  expect(antiUnify(nodesOf('JavaScript', 'program', ['a;', 'a; b;']))).toBeUndefined();
});
