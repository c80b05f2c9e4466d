import { join } from 'node:path';
import { bytePath, displayPath, openRepository, type Repository, type Tree } from '@refbench/repos';
import { temporaryFolder, writeRepository } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { changedManifests } from './changed-manifests.ts';

const manifest = (...names: readonly string[]): string =>
  JSON.stringify({ devDependencies: Object.fromEntries(names.map((name) => [name, '1'])) });

/** Opens a repository and calls `work` with the trees of base and of golden. */
async function withTrees(
  work: (repository: Repository, base: Tree, golden: Tree) => Promise<void>,
): Promise<void> {
  await using folder = await temporaryFolder();
  const commits = await writeRepository(folder.path, {
    base: { 'package.json': manifest('jest'), 'setup.py': 'one', 'src/a.js': '1' },
    golden: { 'package.json': manifest('jest', 'vitest'), 'setup.py': 'two', 'src/a.js': '2' },
  });
  await using repository = await openRepository({
    repository: { name: 'example/repository', path: 'repository' },
    instanceDir: folder.path,
    ...commits,
    cacheDir: join(folder.path, 'repositories'),
  });
  await work(
    repository,
    await repository.readTree(commits.base),
    await repository.readTree(commits.golden),
  );
}

test('what base or golden asks for is in the image', async () => {
  await withTrees(async (repository, base, golden) => {
    for (const patched of [base, golden]) {
      expect(await changedManifests(repository, { base, golden, patched })).toBeUndefined();
    }
  });
});

test('only manifests of the patch are laid over base, and no program of it', async () => {
  await withTrees(async (repository, base, golden) => {
    // Here golden is the patch, and base is all that is known.
    const changed = await changedManifests(repository, { base, golden: base, patched: golden });
    const of = (tree: Tree | undefined): readonly string[] =>
      [...(tree ?? [])].map(([path, { oid }]) => `${displayPath(path)} ${oid}`).sort();
    expect(of(changed?.tree)).toEqual(
      of(
        new Map(
          [...base].map(([path, entry]) => [
            path,
            path === bytePath('package.json') ? (golden.get(path) ?? entry) : entry,
          ]),
        ),
      ),
    );
    expect(changed?.addresses).toEqual([]);
  });
});
