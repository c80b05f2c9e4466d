import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyRepository, writeFiles, type TestFiles } from '../repos.testkit.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { randomTree } from '../random-tree.testkit.ts';
import { collectPatch } from './collect-patch.ts';
import { makeTar } from './patch-collection.testkit.ts';
import { openIgnoreRules } from './ignore-rules.ts';

function entriesOf(files: TestFiles): Parameters<typeof makeTar>[0] {
  return [...files].map(([path, { mode, bytes }]) =>
    mode === '120000'
      ? { name: `testbed/${path}`, type: 'symlink', linkTarget: bytes.toString('latin1') }
      : { name: `testbed/${path}`, mode: mode === '100755' ? 0o700 : 0o600, bytes },
  );
}

test('any tree over any other is collected unchanged', async () => {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  await fc.assert(
    fc.asyncProperty(randomTree, randomTree, async (before, after) => {
      const base = await writeFiles(repository, before);
      await using ignored = await openIgnoreRules(repository, base);
      const result = await collectPatch({
        source: { kind: 'archive', open: () => Promise.resolve(makeTar(entriesOf(after))) },
        repository,
        base,
        ignored,
      });
      expect(result).toMatchObject({
        kind: 'collected',
        treeId: await writeFiles(repository, after),
      });
    }),
    { numRuns: 40 },
  );
});
