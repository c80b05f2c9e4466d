import { join } from 'node:path';
import { openRepository, type Repository } from '@refbench/repos';
import { temporaryFolder, writeInstance, writeRepository } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import type { Instance } from '@refbench/contracts';
import { requireUntracked, unignoredPaths } from './ignored-paths.ts';

const COMMITS = {
  base: { '.gitignore': 'dist/\n*.log\n', 'src/a.js': '', 'own/b.js': '' },
  golden: { 'src/a.js': '1', 'later/c.js': '' },
};

async function inRepository(
  act: (repository: Repository, instance: Instance) => Promise<void>,
): Promise<void> {
  await using folder = await temporaryFolder();
  const commits = await writeRepository(folder.path, COMMITS);
  const instance = await writeInstance(folder.path, { ...commits, manifests: [] });
  await using repository = await openRepository({
    repository: instance.repository,
    instanceDir: folder.path,
    ...commits,
    cacheDir: join(folder.path, 'cache'),
  });
  await act(repository, instance);
}

test('the highest folder that neither commit contains is ignored, unless base ignores it', async () => {
  await inRepository(async (repository, instance) => {
    const written = [
      'node_modules/a/index.js',
      'node_modules/b/index.js',
      'src/generated/x/y.js',
      'later/d.js',
      'dist/a.js',
      'dist',
      'src/debug.log',
      'src/a.js',
      'src',
    ];
    expect(await unignoredPaths(repository, instance, written)).toEqual([
      'later/d.js',
      'node_modules',
      'src/generated',
    ]);
  });
});

test('what a commit contains cannot be ignored', async () => {
  await inRepository(async (repository, instance) => {
    const withIgnored = (...ignored: readonly string[]): Instance => ({
      ...instance,
      environment: { ...instance.environment, ignored: [...ignored] },
    });
    await requireUntracked(instance, repository);
    await requireUntracked(withIgnored('node_modules', 'src/b.js'), repository);
    for (const path of ['src', 'later/c.js']) {
      await expect(requireUntracked(withIgnored('x', path), repository)).rejects.toMatchObject({
        kind: 'invalid-file',
        message: expect.stringContaining(`${path} is in one of its commits`) as unknown,
      });
    }
  });
});
