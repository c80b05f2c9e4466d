import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPatch } from '../patch/format-patch.ts';
import { parsePatch } from '../patch/parse-patch.ts';
import { emptyRepository, writeFiles, type TestFiles } from '../repos.testkit.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { randomTree } from '../random-tree.testkit.ts';

test('for any two trees, the patch can be parsed and formatted byte for byte, and produces the second tree', async () => {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  await fc.assert(
    fc.asyncProperty(randomTree, randomTree, fc.boolean(), async (before, after, keep) => {
      const from = await writeFiles(repository, before);
      const to = await writeFiles(repository, keep ? merge(before, after) : after);
      const patch = await repository.diff(from, to);
      const parsed = parsePatch(patch);
      if (parsed.kind === 'rejected') throw new Error(parsed.reason);
      expect(formatPatch(parsed).equals(patch)).toBe(true);
      expect(await repository.applyPatch(from, patch)).toEqual({ kind: 'applied', treeId: to });
    }),
    { numRuns: 60 },
  );
});

function merge(before: TestFiles, after: TestFiles): TestFiles {
  const merged = new Map(before);
  for (const [path, entry] of after) {
    for (const other of merged.keys()) {
      if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) merged.delete(other);
    }
    merged.set(path, entry);
  }
  return merged;
}
