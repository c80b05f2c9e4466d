import { expect, test } from 'vitest';
import { codeOf } from './code-patch.testkit.ts';
import { compareExpectations } from './expectations.ts';

const UNCHANGED = { changed: 0, fresh: 0, newTests: 0, lostTests: 0 };

test('names in an assertion may change, its values may not', async () => {
  const removed = ["  assert.equal(oldName('a'), 12);"];
  const same = await codeOf({
    path: 'test/a.js',
    removed,
    added: ['  expect(name("a")).toBe(12);'],
  });
  expect(compareExpectations(same)).toEqual(UNCHANGED);
  const other = await codeOf({
    path: 'test/a.js',
    removed,
    added: ["  assert.equal(name('a'), 13);"],
  });
  expect(compareExpectations(other)).toEqual({ ...UNCHANGED, changed: 1, fresh: 1 });
});

test('a test that moves to another file is not new', async () => {
  const lines = ["test('adds', () => {", '  expect(add(1, 2)).toBe(3);', '});'];
  const files = await codeOf(
    { path: 'test/a.test.js', removed: lines },
    { path: 'test/b.test.js', added: lines },
  );
  expect(compareExpectations(files)).toEqual(UNCHANGED);
  const fresh = await codeOf({ path: 'test/b.test.js', added: lines });
  expect(compareExpectations(fresh)).toEqual({ ...UNCHANGED, fresh: 1, newTests: 1 });
});

test('beside the code, only assertions of Rust count', async () => {
  const files = await codeOf(
    { path: 'a.js', removed: ['  assert(size > 1);', '  // must be 3'] },
    { path: 'a.rs', removed: ['  assert_eq!(add(1, 2), 3);'] },
  );
  expect(compareExpectations(files).changed).toBe(1);
});
