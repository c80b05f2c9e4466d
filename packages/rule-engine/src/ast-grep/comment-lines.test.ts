import { expect, test } from 'vitest';
import { commentLines } from './comment-lines.ts';

const file = (path: string, ...lines: string[]) => ({
  path,
  bytes: Buffer.from(lines.join('\n')),
});

test.each([
  [
    'a.ts',
    ['/* one', 'plain text', ' */ code();', '// end', 'x(); // no', "const s = '// no';"],
    [1, 2, 4],
  ],
  ['a.js', ['/** a', ' * b', ' */', 'f(); /* c', ' d */', '`', '// text', '`;'], [1, 2, 3, 5]],
  ['a.tsx', ['const a = (', '  <p>', '    {/* note */}', '    // text', '  </p>', ');'], []],
  ['a.py', ['# note', '"""doc', '# in a string', '"""', 'x = 1  # no'], [1]],
  [
    'a.go',
    ['package a', '/*', 'inner', '*/', '//go:build x', 'var b = `', '// text`'],
    [2, 3, 4, 5],
  ],
  [
    'A.java',
    ['class A {', '  /** doc', '    words', '  */', '  int a; // no', '  // yes', '}'],
    [2, 3, 4, 6],
  ],
  ['a.rs', ['//! crate', '/// doc', '/* a /* nested */', 'b */', 'fn f() {} // no'], [1, 2, 3, 4]],
  ['a.c', ['/* a', '#define b */', 'int c; // no', '// d', 'char *s = "// no";'], [1, 2, 4]],
  ['a.cpp', ['// a', 'auto s = R"(', '// text', ')";'], [1]],
  ['a.yaml', ['# a', 'b: |', '  # text', 'c: 1 # no'], [1]],
  ['a.css', ['/* a', '#id { }', '*/', '#id { color: red; }'], [1, 2, 3]],
])('comment-only lines of %s', async (path, lines, wanted) => {
  const found = await commentLines([file(path, ...lines)]);
  expect([...(found.get(path) ?? ['none'])]).toEqual(wanted);
});

test('skips files that it cannot judge', async () => {
  const found = await commentLines([
    file('a.txt', '// a'),
    file('c.go', 'package c', '// #include <stdio.h>', 'import "C"'),
    file('broken.ts', 'const = ;;; (', '// a'),
    { path: 'binary.ts', bytes: Buffer.from([0x2f, 0x2f, 0]) },
    file('crlf.ts', '// a\r', '/* b\r', 'c */\r', ''),
  ]);
  expect([...found.keys()]).toEqual(['crlf.ts']);
  expect([...(found.get('crlf.ts') ?? [])]).toEqual([1, 2, 3]);
});
