import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { OpengrepEngine } from '../opengrep/opengrep-engine.ts';
import { opengrepRules, testEngines } from '../opengrep/opengrep.testkit.ts';
import { scanTree } from '../scan/scan-tree.ts';
import { repositoryOf } from './recorded-tree.testkit.ts';

test('OpenGrep: cached results need neither file nor program, and depend on the path only with `paths`', async () => {
  await using folder = await folderOf({});
  const some = opengrepRules(
    { pattern: 'foo($X)' },
    { pattern: 'foo($X)', paths: { include: ['src/'] } },
  );
  const options = { cacheDir: folder.path };
  const first = repositoryOf({ 'src/a.js': 'foo(1)', 'b.js': 'foo(2' });
  const found = await scanTree(some, first.repository, first.tree, {
    ...options,
    engines: testEngines(),
  });
  expect(found.witnesses).toHaveLength(2);
  expect(found.broken).toEqual(['b.js']);
  const offline = new OpengrepEngine({
    identity: () => testEngines().opengrep.identity(),
    program: () => Promise.reject(new Error('no program')),
  });
  const engines = { ...testEngines(), opengrep: offline };
  const again = repositoryOf({ 'src/a.js': 'foo(1)', 'b.js': 'foo(2' });
  expect(await scanTree(some, again.repository, again.tree, { ...options, engines })).toEqual(
    found,
  );
  expect(again.read).toEqual([]);
  const moved = repositoryOf({ 'lib/a.js': 'foo(1)' });
  const plain = await scanTree(some.slice(0, 1), moved.repository, moved.tree, {
    ...options,
    engines,
  });
  expect(plain.witnesses.map(({ file }) => file)).toEqual(['lib/a.js']);
  await expect(
    scanTree(some.slice(1), moved.repository, moved.tree, { ...options, engines }),
  ).rejects.toThrow('no program');
});
