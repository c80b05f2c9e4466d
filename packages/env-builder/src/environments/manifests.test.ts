import { join } from 'node:path';
import { openRepository } from '@refbench/repos';
import { expect, it } from 'vitest';
import { temporaryFolder, writeInstance, writeRepository } from '@refbench/test-helpers';
import { changedManifests, type Manifest } from './manifests.ts';

async function manifestsOf(manifests: readonly string[]): Promise<readonly Manifest[]> {
  await using folder = await temporaryFolder();
  const commits = await writeRepository(folder.path, {
    base: { 'package.json': '{}', 'go.mod': 'module a', 'old.txt': 'x' },
    golden: { 'package.json': '{"name":"a"}', 'go.mod': 'module a', 'new/Cargo.toml': '' },
  });
  const instance = await writeInstance(folder.path, { ...commits, manifests });
  await using repository = await openRepository({
    repository: instance.repository,
    instanceDir: folder.path,
    ...commits,
    cacheDir: join(folder.path, 'cache'),
  });
  return await changedManifests(instance, repository);
}

it('returns the manifests that differ, and the commits that lack them', async () => {
  const found = await manifestsOf(['package.json', 'go.mod', 'old.txt', 'new/Cargo.toml']);
  const has = found.map(({ path, base, golden }) => [
    path,
    base !== undefined,
    golden !== undefined,
  ]);
  expect(has).toEqual([
    ['package.json', true, true],
    ['old.txt', true, false],
    ['new/Cargo.toml', false, true],
  ]);
});

it('names a manifest that neither commit has', async () => {
  await expect(manifestsOf(['pom.xml'])).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringContaining('pom.xml is in neither commit') as unknown,
  });
});
