import { expect, test } from 'vitest';
import { bytePath, type Repository, type Tree } from '@refbench/repos';
import { touchedInlineTests, withInlineTests } from './inline-tests.ts';
import type { TestForm } from './test-forms.ts';

const FILE = bytePath('src/lib.rs');

/** A repository whose object ids are the contents of files. */
const written: Tree[] = [];
const repository = {
  readBlob: (oid: string) => Promise.resolve(Buffer.from(oid)),
  readTree: (id: string) => Promise.resolve(written[Number(id)]),
  async writeTree(files: Parameters<Repository['writeTree']>[0]) {
    const tree = new Map();
    for await (const file of files) {
      const oid = 'bytes' in file ? file.bytes.toString('utf8') : file.oid;
      tree.set(file.path, { mode: file.mode, oid });
    }
    return String(written.push(tree) - 1);
  },
} as unknown as Repository;

const source = (code: string, tests: string): Tree =>
  new Map([
    [FILE, { mode: '100644', oid: `fn f() { ${code} }\n\n#[cfg(test)]\nmod tests { ${tests} }\n` }],
  ]);

async function restored(
  trees: Readonly<Record<'base' | 'golden' | 'patched', Tree>>,
  form: TestForm,
): Promise<string | undefined> {
  const touched = await touchedInlineTests(repository, trees);
  const tree = await withInlineTests(repository, trees.patched, touched, form);
  return tree.get(FILE)?.oid;
}

test('a module that golden left unchanged is put back, in the code of the patch', async () => {
  const trees = {
    base: source('old();', 'check();'),
    golden: source('fresh();', 'check();'),
    patched: source('mine();', ''),
  };
  for (const form of ['golden', 'base', 'patch'] as const) {
    expect(await restored(trees, form)).toBe(source('mine();', 'check();').get(FILE)?.oid);
  }
});

test('a module that golden changed has the form of the run', async () => {
  const trees = {
    base: source('old();', 'check();'),
    golden: source('fresh();', 'other();'),
    patched: source('mine();', ''),
  };
  expect(await restored(trees, 'golden')).toContain('mod tests { other(); }');
  expect(await restored(trees, 'base')).toContain('mod tests { check(); }');
  expect(await restored(trees, 'patch')).toBe(trees.patched.get(FILE)?.oid);
});

test('untouched modules need no run of their own', async () => {
  const trees = {
    base: source('old();', 'check();'),
    golden: source('fresh();', 'other();'),
    patched: source('mine();', 'check();'),
  };
  expect(await touchedInlineTests(repository, trees)).toEqual([]);
  const asGolden = { ...trees, patched: source('mine();', 'other();') };
  expect(await touchedInlineTests(repository, asGolden)).toEqual([]);
});

test('code outside of modules of tests is no test', async () => {
  const plain = (code: string): Tree =>
    new Map([[FILE, { mode: '100644', oid: `mod a { ${code} }` }]]);
  const trees = { base: plain('a();'), golden: plain('a();'), patched: plain('b();') };
  expect(await touchedInlineTests(repository, trees)).toEqual([]);
});
