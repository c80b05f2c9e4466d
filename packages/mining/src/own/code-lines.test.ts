import { expect, test } from 'vitest';
import { codeOf } from './code-patch.testkit.ts';

test('only code that people wrote counts, without comments and blank lines', async () => {
  const added = ['  // why', '', '  call();', '  * a list', '  # a note'];
  const files = await codeOf(
    { path: 'src/a.js', added },
    { path: 'vendor/b.js', added },
    { path: 'README.md', added },
  );
  expect(files).toMatchObject([{ path: 'src/a.js', added: [['call();']], comments: 4 }]);
});

test('attributes of Rust and directives of C are code', async () => {
  const added = ['#[derive(Debug)]', '#include <stdio.h>'];
  expect(await codeOf({ path: 'a.rs', added })).toMatchObject([{ added: [added], comments: 0 }]);
});

test('tests are told by their paths', async () => {
  const files = await codeOf(
    { path: 'test/a.js', added: ['a();'] },
    { path: 'a.js', added: ['a();'] },
  );
  expect(files.map(({ isTest }) => isTest)).toEqual([true, false]);
});
