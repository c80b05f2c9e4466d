import { expect, test } from 'vitest';
import { bytePath, displayPath, type Tree } from '@refbench/repos';
import { isInSource } from './source-tests.ts';
import { formedTree, goldenChangesTests, touchedTests, type TestForm } from './test-forms.ts';

/** A tree of files by path; the object id stands for the content. */
const tree = (files: Readonly<Record<string, string>>): Tree =>
  new Map(Object.entries(files).map(([path, oid]) => [bytePath(path), { mode: '100644', oid }]));

const contents = (formed: Tree): Readonly<Record<string, string>> =>
  Object.fromEntries([...formed].map(([path, { oid }]) => [displayPath(path), oid]));

const BASE = tree({
  'src/a.ts': 'base',
  'test/kept.test.ts': 'base',
  'test/changed.test.ts': 'base',
  'test/gone.test.ts': 'base',
});
const GOLDEN = tree({
  'src/a.ts': 'golden',
  'test/kept.test.ts': 'base',
  'test/changed.test.ts': 'golden',
  'test/new.test.ts': 'golden',
});
const PATCHED = tree({
  'src/a.ts': 'patch',
  'test/kept.test.ts': 'emptied',
  'test/changed.test.ts': 'patch',
  'test/mine.test.ts': 'patch',
});
const TREES = { base: BASE, golden: GOLDEN, patched: PATCHED };

const formed = (form: TestForm, needed = false): Readonly<Record<string, string>> =>
  contents(formedTree(TREES, form, () => needed));

test('a test file that golden left unchanged always has its original bytes', () => {
  for (const form of ['golden', 'base', 'patch'] as const) {
    expect(formed(form)['test/kept.test.ts']).toBe('base');
    expect(formed(form)['src/a.ts']).toBe('patch');
  }
});

test('the other test files have the form of the run', () => {
  expect(formed('golden')).toMatchObject({
    'test/changed.test.ts': 'golden',
    'test/new.test.ts': 'golden',
  });
  expect(formed('golden')).not.toHaveProperty('test/gone.test.ts');
  expect(formed('base')).toMatchObject({
    'test/changed.test.ts': 'base',
    'test/gone.test.ts': 'base',
  });
  expect(formed('patch')).toMatchObject({ 'test/changed.test.ts': 'patch' });
});

test('new test files of the patch stay away, unless the code under test needs them', () => {
  expect(formed('golden')).not.toHaveProperty('test/mine.test.ts');
  expect(formed('golden', true)).toHaveProperty('test/mine.test.ts');
  expect(formed('patch')).toHaveProperty('test/mine.test.ts');
});

test('golden in its own form is golden', () => {
  const trees = { ...TREES, patched: GOLDEN };
  expect(contents(formedTree(trees, 'golden', () => false))).toEqual(contents(GOLDEN));
});

test('a link in place of a folder of tests makes room', () => {
  const patched = new Map([
    [bytePath('test'), { mode: '120000' as const, oid: 'link' }],
    [bytePath('src/a.ts'), { mode: '100644' as const, oid: 'patch' }],
  ]);
  const paths = Object.keys(contents(formedTree({ ...TREES, patched }, 'base', () => false)));
  expect(paths.toSorted()).toEqual([
    'src/a.ts',
    'test/changed.test.ts',
    'test/gone.test.ts',
    'test/kept.test.ts',
  ]);
});

test('a patch touches tests if they are neither as on base nor as on golden', () => {
  expect(touchedTests(TREES).map(displayPath).toSorted()).toEqual([
    'test/changed.test.ts',
    'test/kept.test.ts',
    'test/mine.test.ts',
  ]);
  expect(touchedTests({ ...TREES, patched: BASE })).toEqual([]);
  expect(touchedTests({ ...TREES, patched: GOLDEN })).toEqual([]);
  expect(goldenChangesTests(TREES)).toBe(true);
  expect(goldenChangesTests({ base: BASE, golden: BASE })).toBe(false);
});

const RUST = tree({ 'crates/a/src/lib.rs': '', 'tests/api.rs': '', 'pkg/mod.py': '' });

test.each([
  ['crate src/lib.rs > parse::tests::works', true],
  ['crate doc-tests > src/lib.rs - parse (line 3)', true],
  ['api tests/api.rs > works', false],
  ['pkg.mod > pkg.mod.f', true],
  ['tests.test_mod > works', false],
  ['org.example.FooTest > works', false],
  ['github.com/a/b.TestWorks', false],
  ['test/a.test.ts > works', false],
])('%s: within code under test is %s', (id, inSource) => {
  expect(isInSource(id, RUST)).toBe(inSource);
});
