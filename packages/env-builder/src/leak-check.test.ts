import { execFileSync } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance } from '@refbench/contracts';
import { openRepository, type Repository } from '@refbench/repos';
import { expect, it } from 'vitest';
import {
  git,
  temporaryFolder,
  writeInstance,
  writeRepository,
  type TemporaryFolder,
} from './env-builder.testkit.ts';
import { checkCommitTar } from './leak-check.ts';

interface Subject {
  readonly folder: TemporaryFolder;
  readonly instance: Instance;
  readonly repository: Repository;
}

async function subject(): Promise<Subject> {
  const folder = await temporaryFolder();
  const commits = await writeRepository(folder.path, {
    base: { 'a.js': 'base\n', 'same.js': 'same\n' },
    golden: { 'a.js': 'golden\n', 'same.js': 'same\n' },
  });
  const instance = await writeInstance(folder.path, commits);
  const repository = await openRepository({
    repository: instance.repository,
    instanceDir: folder.path,
    ...commits,
    cacheDir: join(folder.path, 'cache'),
  });
  return { folder, instance, repository };
}

/** Checks a tar of what `change` makes of a repository with base's tree as its only commit. */
async function check(change: (tree: string, source: string) => Promise<void>): Promise<void> {
  const { folder, instance, repository } = await subject();
  await using _folder = folder;
  await using _repository = repository;
  const tree = join(folder.path, 'tree');
  const source = join(folder.path, 'repository');
  await cp(source, tree, { recursive: true });
  git(tree, ['checkout', '--quiet', instance.base]);
  await rm(join(tree, '.git'), { recursive: true });
  git(tree, ['init', '--quiet', '--initial-branch=main']);
  git(tree, ['add', '--all']);
  git(tree, ['commit', '--quiet', '--message=Base']);
  await change(tree, source);
  const tar = join(folder.path, 'tree.tar');
  execFileSync('tar', ['-C', tree, '-cf', tar, '.']);
  const scratch = join(folder.path, 'scratch');
  await mkdir(scratch);
  await checkCommitTar(tar, scratch, instance, repository);
}

it('accepts one commit of base, loose or packed', async () => {
  await expect(check(async () => Promise.resolve())).resolves.toBeUndefined();
  const packed = check(async (tree) => {
    git(tree, ['gc', '--quiet']);
    await Promise.resolve();
  });
  await expect(packed).resolves.toBeUndefined();
});

it("finds golden's blob, also where nothing refers to it", async () => {
  await expect(
    check(async (tree, source) => {
      git(tree, ['hash-object', '-w', join(source, 'a.js')]);
      await Promise.resolve();
    }),
  ).rejects.toMatchObject({
    kind: 'image',
    message: expect.stringContaining("golden's version of a.js") as unknown,
  });
});

it('finds a second commit, a tag and a second reference', async () => {
  const run =
    (...args: string[]) =>
    async (tree: string): Promise<void> => {
      git(tree, args);
      await Promise.resolve();
    };
  await expect(check(run('commit', '--amend', '--message=Again'))).rejects.toThrow('2 commits');
  await expect(check(run('tag', '-a', 'v1', '-m', 'v1'))).rejects.toThrow('the tag');
  await expect(check(run('branch', 'other'))).rejects.toThrow('refs/heads/other');
});
