import { expect, test } from 'vitest';
import { functionsWithFaults } from './functions.testkit.ts';
import { plantValueFaults } from './plant-faults.ts';

/** Each function, and what its faults make of it. */
const CASES: readonly (readonly [path: string, text: string, made: readonly string[]])[] = [
  [
    'a.ts',
    'function f(a: number) { if (a > 1) g(a, 2); return true; }',
    [
      'function f(a: number) { if (!(a > 1)) g(a, 2); return true; }',
      'function f(a: number) { if (a >= 1) g(a, 2); return true; }',
      'function f(a: number) { if (a > 1) g(2, a); return true; }',
      'function f(a: number) { if (a > 1) ; return true; }',
      'function f(a: number) { if (a > 1) g(a, 2); return false; }',
      'function f(a: number) { return undefined as never; if (a > 1) g(a, 2); return true; }',
    ],
  ],
  [
    'a.py',
    'def f(a):\n    if a and not b:\n        g(a, b)\n    return [1, 2]\n',
    [
      'def f(a):\n    if not (a and not b):\n        g(a, b)\n    return [1, 2]\n',
      'def f(a):\n    if a or not b:\n        g(a, b)\n    return [1, 2]\n',
      'def f(a):\n    if a and not b:\n        pass\n    return [1, 2]\n',
      'def f(a):\n    if a and not b:\n        g(a, b)\n    return [1]\n',
    ],
  ],
  [
    'a.go',
    'package a\nfunc f(a int) bool { if a < 2 && g("yes") { return true }; return a == 3 }\n',
    [
      'package a\nfunc f(a int) bool { if !(a < 2 && g("yes")) { return true }; return a == 3 }\n',
      'package a\nfunc f(a int) bool { if a < 2 && g("ye") { return true }; return a == 3 }\n',
      'package a\nfunc f(a int) bool { if a < 2 && g("yes") { return true }; return a != 3 }\n',
    ],
  ],
  [
    'A.java',
    'class A { int f(int a) { if (a < 2) { g(a); } return a + 1; } }',
    [
      'class A { int f(int a) { if (!(a < 2)) { g(a); } return a + 1; } }',
      'class A { int f(int a) { if (a < 2) { ; } return a + 1; } }',
      'class A { int f(int a) { if (a < 2) { g(a); } return a + 2; } }',
    ],
  ],
  [
    'a.rs',
    'fn f(a: usize) -> bool { if a < 2 { return false; } a == 3 || g(a, 1) }',
    [
      'fn f(a: usize) -> bool { if !(a < 2) { return false; } a == 3 || g(a, 1) }',
      'fn f(a: usize) -> bool { if a < 2 { return false; } a == 3 && g(a, 1) }',
      'fn f(a: usize) -> bool { if a < 2 { return false; } a == 3 || g(a, 2) }',
    ],
  ],
  [
    'a.cc',
    'bool f(int a) { if (a < 2) g(a); return a == 3 ? true : false; }',
    [
      'bool f(int a) { if (!(a < 2)) g(a); return a == 3 ? true : false; }',
      'bool f(int a) { if (a < 2) ; return a == 3 ? true : false; }',
      'bool f(int a) { if (a < 2) g(a); return a == 3 ? false : false; }',
    ],
  ],
];

test.each(CASES)(
  '%s: the faults of value change what a function does',
  async (path, text, made) => {
    const file = await functionsWithFaults(path, text);
    const texts = file.functions.flatMap(({ faults }) =>
      faults.map((fault) => plantValueFaults(file.text, [fault])),
    );
    expect(texts).toEqual(expect.arrayContaining([...made]));
    expect(new Set(texts)).not.toContain(text);
  },
);

test.each([
  [
    'a.ts',
    "import x from 'lib'; function f(a: 1): 'left' { for (let i = 0; i < 3; i++) ; while (x) ; }",
  ],
  [
    'a.go',
    'package a\nimport "fmt"\nfunc f(a int) { for i := 0; i < 3; i++ {}; switch a { case 1: } }\n',
  ],
  [
    'A.java',
    'class A { @Tag("name") void f(int a) { for (int i = 0; i < 3; i++) {} switch (a) { case 1: } } }',
  ],
  [
    'a.rs',
    'fn f(a: [u8; 4]) { while a.len() > 3 {} if let Some(x) = y {} match z { 1 => {} _ => {} } println!("{}", 3) }',
  ],
  [
    'a.py',
    'def f(a=1):\n    """What it does."""\n    while a > 1:\n        raise ValueError("no")\n',
  ],
])('%s: loops, types, labels and messages are left alone', async (path, text) => {
  const file = await functionsWithFaults(path, text);
  const kinds = file.functions.flatMap(({ faults }) => faults.map(({ kind }) => kind));
  expect(kinds.filter((kind) => kind !== 'early-return')).toEqual([]);
});

test('of faults that overlap, the first is planted', () => {
  const fault = { kind: 'value', place: '' };
  const planted = plantValueFaults('abcdef', [
    { ...fault, at: 3, end: 4, text: 'X' },
    { ...fault, at: 1, end: 3, text: 'Y' },
    { ...fault, at: 2, end: 5, text: 'Z' },
    { ...fault, at: 6, end: 6, text: '!' },
  ]);
  expect(planted).toBe('aYXef!');
});
