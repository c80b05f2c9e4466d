import { expect, test } from 'vitest';
import { liveCodeOf } from './live-code.ts';

/** Each file, and its live code without white space. */
const CASES: readonly (readonly [what: string, path: string, text: string, left: string])[] = [
  ['comments', 'a.ts', 'f(1); // decoy\n/* decoy */ g(/* decoy */ 2);', 'f(1); g( 2);'],
  ['literals and names alone', 'a.ts', '"decoy";\ndecoy;\n`decoy`;\nf();', 'f();'],
  ['void', 'a.ts', 'void decoy(1);\nvoid 0;\nf();', 'f();'],
  ['a constant nobody reads', 'a.js', "const decoy = 'word';\nf();", 'const ; f();'],
  ['a function nobody calls', 'a.js', 'function decoy() { g(); }\nf();', 'f();'],
  ['a false branch', 'a.ts', 'if (false) { decoy(); } else { f(); }', 'if (false) else { f(); }'],
  ['a branch by a comparison', 'a.ts', "if ('a' === 'b') decoy();\nf();", "if ('a' === 'b') f();"],
  ['a short circuit', 'a.ts', 'false && decoy();\n0 && decoy();\nf();', 'f();'],
  [
    'behind a return',
    'a.ts',
    'export function f() { return 1; decoy(); }',
    'export function f() { return 1; }',
  ],
  ['a docstring', 'a.py', 'def f():\n    """Decoy."""\n    return 1\n', 'def f(): return 1'],
  ['a false branch in Python', 'a.py', 'if 0:\n    decoy()\nf()\n', 'if 0: f()'],
  [
    'a blank name in Go',
    'a.go',
    'package a\nfunc F() { _ = decoy; f() }\n',
    'package a func F() { ; f() }',
  ],
  [
    'a false branch in Java',
    'A.java',
    'class A { void f() { if (false) { decoy(); } g(); } }',
    'class A { void f() { if (false) g(); } }',
  ],
  [
    'code that Rust leaves out',
    'a.rs',
    '#[cfg(any())]\nfn decoy() {}\npub fn f() {}\n',
    '#[cfg(any())] pub fn f() {}',
  ],
  [
    'code that C++ leaves out',
    'a.cc',
    '#if 0\nint decoy();\n#endif\nint f();\n',
    '#if #endif int f();',
  ],
];

test.each(CASES)('%s: what has no effect is left out', async (_what, path, text, left) => {
  const code = await liveCodeOf([{ path, bytes: Buffer.from(text) }]);
  const lines = text.split('\n').map((_, index) => code.line(path, index + 1) ?? 'unknown');
  expect(lines.join(' ').replaceAll(/\s+/g, ' ').trim()).toBe(left);
});

test.each([
  [
    'a.ts',
    'export const kept = 1;\nexport function f() {}\nclass A {}\nuse(A);\nawait x;\ni += 1;\n',
  ],
  [
    'a.ts',
    'if (flag) a(); else b();\nwhile (true) { if (x) break; y(); }\nswitch (x) { case 1: f(); break; case 2: g(); }\n',
  ],
  [
    'a.py',
    'NAME = 1\ndef f(a):\n    if a:\n        return 1\n    return 2\n@decorated\ndef _g():\n    pass\n',
  ],
  ['a.go', 'package a\nvar x = 1\nfunc f() int { if x > 0 { return 1 }; return 2 }\n'],
  [
    'A.java',
    'class A { private int x = 1; void f() { if (x > 0) { return; } g(x); } @Test private void t() {} }',
  ],
  [
    'a.rs',
    'const X: u8 = 1;\n#[test]\nfn t() { f(); }\npub fn f() -> u8 { if X > 0 { return 1; } X }\n',
  ],
  ['a.cc', '#define X 1\nint f(int a) { if (a) { return 1; } return X; }\n'],
])('%s: code that does something is kept', async (path, text) => {
  const code = await liveCodeOf([{ path, bytes: Buffer.from(text) }]);
  const lines = text.split('\n').map((_, index) => code.line(path, index + 1));
  expect(lines.join('\n')).toBe(text);
});

test('a match is dead if it lies within code that does nothing', async () => {
  const text = 'f();\nif (false) {\n  decoy(1);\n}\n';
  const code = await liveCodeOf([{ path: 'a.ts', bytes: Buffer.from(text) }]);
  const at = (line: number, from: number, to: number) => ({
    file: 'a.ts',
    start: { line, column: from },
    end: { line, column: to },
  });
  expect(code.isDead(at(3, 3, 11))).toBe(true);
  expect(code.isDead(at(1, 1, 4))).toBe(false);
  expect(code.isDead({ ...at(3, 3, 11), file: 'b.ts' })).toBe(false);
});

test('only comments are left out of a file with a syntax error, and a file without a grammar is not known', async () => {
  const code = await liveCodeOf([
    { path: 'a.ts', bytes: Buffer.from('function (((\nreturn 1; // why\nvoid 0;\n') },
    { path: 'a.rb', bytes: Buffer.from('# words\n') },
  ]);
  const lines = [1, 2, 3].map((line) => code.line('a.ts', line)?.trimEnd());
  expect(lines).toEqual(['function (((', 'return 1;', 'void 0;']);
  expect(code.line('a.rb', 1)).toBeUndefined();
});
