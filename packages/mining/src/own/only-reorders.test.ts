import { expect, test } from 'vitest';
import { codeOf } from './code-patch.testkit.ts';
import { onlyReorders } from './only-reorders.ts';

test('lines that only stand in another place of their file', async () => {
  const files = await codeOf({ path: 'a.js', removed: ['b();', 'a();'], added: ['a();', 'b();'] });
  expect(onlyReorders(files)).toBe(true);
});

test('a line that moved into another file is more', async () => {
  const files = await codeOf(
    { path: 'a.js', removed: ['a();'] },
    { path: 'b.js', added: ['a();'] },
  );
  expect(onlyReorders(files)).toBe(false);
});

test('a change of comments alone reorders nothing', async () => {
  expect(onlyReorders(await codeOf({ path: 'a.js', added: ['// why'] }))).toBe(false);
});
