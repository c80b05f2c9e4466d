import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openRepository } from '@refbench/repos';
import { temporaryFolder, writeInstance, writeRepository } from '@refbench/test-helpers';
import { expect, it } from 'vitest';
import { requireObjects } from './require-objects.ts';

it('names the files whose content a repository lacks', async () => {
  await using folder = await temporaryFolder();
  const picture = 'not really a picture\n';
  const commits = await writeRepository(folder.path, {
    base: { 'a.js': 'one\n', 'images/large.png': picture },
    golden: { 'a.js': 'two\n', 'images/large.png': picture },
  });
  const instance = await writeInstance(folder.path, commits);
  await using repository = await openRepository({
    repository: instance.repository,
    instanceDir: folder.path,
    ...commits,
    cacheDir: join(folder.path, 'repositories'),
  });
  await requireObjects(instance, repository);
  const tree = await repository.readTree(instance.base);
  const oid = [...tree.values()].map((entry) => entry.oid).at(-1) ?? '';
  for (const directory of await objectFolders(folder.path)) {
    await rm(join(directory, oid.slice(0, 2), oid.slice(2)), { force: true });
  }
  await expect(requireObjects(instance, repository)).rejects.toMatchObject({
    kind: 'repository',
    message: `instance ${instance.id}: the repository lacks the content of images/large.png`,
  });
});

/** All folders of loose objects below a folder. */
async function objectFolders(root: string): Promise<readonly string[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isDirectory() && entry.name === 'objects')
    .map((entry) => join(entry.parentPath, entry.name));
}
