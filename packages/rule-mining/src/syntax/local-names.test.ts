import type { Language } from '@refbench/code-facts';
import { expect, test } from 'vitest';
import { localOffsets } from './local-names.ts';
import { parseText } from './parse-source.ts';

/** The source with `~` before every name of a local variable. */
function marked(language: Language, text: string): string {
  const offsets = [...localOffsets(parseText(language, text))].toSorted((a, b) => b - a);
  return offsets.reduce((all, at) => `${all.slice(0, at)}~${all.slice(at)}`, text);
}

test.each([
  ['JavaScript', 'const a = 1;\nf((b) => b.b(a));', 'const a = 1;\nf((~b) => ~b.b(a));'],
  [
    'TypeScript',
    'function f(a: A) { for (const x of a) { const y = x; g(y.a); } }',
    'function f(~a: A) { for (const ~x of ~a) { const ~y = ~x; g(~y.a); } }',
  ],
  [
    'Python',
    'def f(a, b=1):\n    x = a\n    for y in b:\n        g(x, a=y).x\n',
    'def f(~a, ~b=1):\n    ~x = ~a\n    for ~y in ~b:\n        g(~x, a=~y).x\n',
  ],
  ['Python', 'def f(a: A, b: B = 1):\n    g(a, b)\n', 'def f(~a: A, ~b: B = 1):\n    g(~a, ~b)\n'],
  [
    'Go',
    'package p\nvar a int\nfunc f(b int) { c := a; for _, d := range x { g(b, c.b, d) } }',
    'package p\nvar a int\nfunc f(~b int) { ~c := a; for ~_, ~d := range x { g(~b, ~c.b, ~d) } }',
  ],
  [
    'Java',
    'class C { int a; void f(int b) { int c = b; g(c, a); b(); } }',
    'class C { int a; void f(int ~b) { int ~c = ~b; g(~c, a); b(); } }',
  ],
  [
    'Rust',
    'fn f(a: A) { let b = a; g(b.a, |c| c); }',
    'fn f(~a: A) { let ~b = ~a; g(~b.a, |~c| ~c); }',
  ],
  [
    'C',
    'int a; int f(int b) { int c = b; return g(c, a); }',
    'int a; int f(int ~b) { int ~c = ~b; return g(~c, a); }',
  ],
] as const)('%s', (language, text, expected) => {
  expect(marked(language, text)).toBe(expected);
});
