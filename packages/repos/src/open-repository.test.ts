import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openRepository, type OpenRepositoryOptions } from './open-repository.ts';
import { MIRRORED_COMMITS, contents, plainGit } from './repos.testkit.ts';
import { mirrorTemplate, missingMirror, temporaryFolder } from '@refbench/test-helpers';

interface Made {
  readonly dir: string;
  readonly base: string;
  readonly golden: string;
}

async function makeRepository(dir: string): Promise<Made> {
  await mkdir(dir, { recursive: true });
  plainGit(dir, ['init', '-q']);
  const commit = async (text: string): Promise<string> => {
    await writeFile(join(dir, 'x.txt'), text);
    plainGit(dir, ['add', '-A']);
    plainGit(dir, ['commit', '-q', '-m', text]);
    return plainGit(dir, ['rev-parse', 'HEAD']).toString().trim();
  };
  await commit('zero\n');
  const base = await commit('one\n');
  const golden = await commit('two\n');
  await commit('three\n');
  return { dir, base, golden };
}

function options(
  folder: string,
  made: Made,
  more: Partial<OpenRepositoryOptions> = {},
): OpenRepositoryOptions {
  return {
    repository: { name: 'owner/name' },
    instanceDir: folder,
    base: made.base,
    golden: made.golden,
    cacheDir: join(folder, 'cache'),
    ...more,
  };
}

async function digestOfFolder(dir: string): Promise<string> {
  const hash = createHash('sha256');
  for (const entry of (await readdir(dir, { recursive: true, withFileTypes: true })).sort((a, b) =>
    `${a.parentPath}/${a.name}`.localeCompare(`${b.parentPath}/${b.name}`),
  )) {
    const path = join(entry.parentPath, entry.name);
    hash.update(path).update(entry.isFile() ? await readFile(path) : '');
  }
  return hash.digest('hex');
}

describe('a mirror', () => {
  test.each([
    ['a normal repository', 'owner/name', ''],
    ['a template', 'all/owner+name/repo', 'all/{owner}+{name}/repo'],
    ['a name with .git', 'owner/name.git', ''],
  ])('%s is read and never written', async (_name, place, mirror) => {
    await using folder = await temporaryFolder();
    const made = await makeRepository(join(folder.path, place));
    const before = await digestOfFolder(made.dir);
    {
      await using repository = await openRepository(
        options(folder.path, made, { mirror: join(folder.path, mirror) }),
      );
      expect(await contents(repository, made.golden)).toEqual({ 'x.txt': '100644 two\n' });
      const patch = await repository.diff(made.base, made.golden);
      expect(await repository.applyPatch(made.base, patch)).toMatchObject({ kind: 'applied' });
    }
    expect(await digestOfFolder(made.dir)).toBe(before);
  });

  test('a missing commit is searched for in the next source', async () => {
    await using folder = await temporaryFolder();
    const made = await makeRepository(join(folder.path, 'beside'));
    await using repository = await openRepository(
      options(folder.path, made, {
        mirror: join(folder.path, 'none'),
        repository: { name: 'o/n', path: 'beside' },
      }),
    );
    expect(await repository.treeId(made.base)).toMatch(/^[0-9a-f]{40}$/);
  });

  test('the error lists all sources that were tried', async () => {
    await using folder = await temporaryFolder();
    const made = await makeRepository(join(folder.path, 'owner/name'));
    const bad = options(folder.path, { ...made, golden: 'a'.repeat(40) }, { mirror: folder.path });
    await expect(openRepository(bad)).rejects.toMatchObject({
      kind: 'repository',
      message: expect.stringContaining(`lacks golden ${'a'.repeat(40)}`),
    });
    const nowhere = options(folder.path, made, { mirror: join(folder.path, 'none') });
    await expect(openRepository(nowhere)).rejects.toThrow('owner/name.git or');
    expect(await readdir(join(folder.path, 'cache', 'scratch'))).toEqual([]);
  });

  test('base must be the first parent', async () => {
    await using folder = await temporaryFolder();
    const made = await makeRepository(join(folder.path, 'owner/name'));
    const zero = plainGit(made.dir, ['rev-parse', `${made.base}^`])
      .toString()
      .trim();
    const opened = openRepository(
      options(folder.path, { ...made, base: zero }, { mirror: folder.path }),
    );
    await expect(opened).rejects.toMatchObject({ hint: expect.stringContaining(made.base) });
    const tree = plainGit(made.dir, ['rev-parse', `${made.golden}^{tree}`])
      .toString()
      .trim();
    await expect(
      openRepository(options(folder.path, { ...made, golden: tree }, { mirror: folder.path })),
    ).rejects.toThrow('is a tree');
  });
});

describe('a seed', () => {
  async function makeSeed(dir: string): Promise<void> {
    await mkdir(join(dir, 'base/bin'), { recursive: true });
    await writeFile(join(dir, 'base/x.txt'), 'one\n');
    await writeFile(join(dir, 'base/bin/run'), '#!/bin/sh\n');
    await chmod(join(dir, 'base/bin/run'), 0o755);
    await symlink('x.txt', join(dir, 'base/link'));
    await writeFile(
      join(dir, 'golden.patch'),
      '--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-one\n+two\n',
    );
  }
  const zero = { dir: '', base: '0'.repeat(40), golden: '0'.repeat(40) };
  const right = {
    base: '111da5eff4539868e9ff32d4ed58d8df02e4ba46',
    golden: 'a2c2b2833b0554c3c4e83d88ff62747432c6716e',
  };

  test('produces two commits with constant hashes, and names them if they are not pinned', async () => {
    await using folder = await temporaryFolder();
    await makeSeed(join(folder.path, 'seed'));
    const repository = { name: 'o/n', path: 'seed' };
    const error: unknown = await openRepository(options(folder.path, zero, { repository })).catch(
      (e: unknown) => e,
    );
    const hint = error instanceof Error && 'hint' in error ? String(error.hint) : '';
    const [base = '', golden = ''] = hint.match(/[0-9a-f]{40}/g) ?? [];
    expect({ base, golden }).toEqual(right);
    await using opened = await openRepository(
      options(folder.path, { dir: '', base, golden }, { repository }),
    );
    expect(await contents(opened, golden)).toEqual({
      'x.txt': '100644 two\n',
      'bin/run': '100755 #!/bin/sh\n',
      link: '120000 x.txt',
    });
  });

  test.each(['../elsewhere', '/etc', '..'])(
    'a path outside the folder is refused: %s',
    async (path) => {
      await using folder = await temporaryFolder();
      const opened = openRepository(
        options(folder.path, zero, { repository: { name: 'o/n', path } }),
      );
      await expect(opened).rejects.toThrow('not inside');
    },
  );

  test('the error names a patch that does not apply', async () => {
    await using folder = await temporaryFolder();
    await makeSeed(join(folder.path, 'seed'));
    await writeFile(join(folder.path, 'seed/base/x.txt'), 'other\n');
    const opened = openRepository(
      options(folder.path, zero, { repository: { name: 'o/n', path: 'seed' } }),
    );
    await expect(opened).rejects.toThrow(/golden\.patch.*x\.txt:1/);
  });
});

describe('a URL', () => {
  test('tells how to complete a clone that lacks objects', async () => {
    await using folder = await temporaryFolder();
    const made = await makeRepository(join(folder.path, 'origin'));
    const blob = String(plainGit(made.dir, ['rev-parse', `${made.base}:x.txt`])).trim();
    await rm(join(made.dir, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    const given = options(folder.path, made, {
      repository: { name: 'o/n', url: pathToFileURL(made.dir).href },
    });
    await expect(openRepository(given)).rejects.toThrow(
      /lacks objects of \w+: .*git fetch --refetch/,
    );
  });

  test('two concurrent calls fetch once, shallowly, and later calls read the cache', async () => {
    await using folder = await temporaryFolder();
    const made = await makeRepository(join(folder.path, 'origin'));
    const given = options(folder.path, made, {
      repository: { name: 'o/n', url: pathToFileURL(made.dir).href },
    });
    const both = await Promise.all([openRepository(given), openRepository(given)]);
    for (const repository of both) {
      expect(await contents(repository, made.base)).toEqual({ 'x.txt': '100644 one\n' });
      await repository[Symbol.asyncDispose]();
    }
    const fetched = join(folder.path, 'cache/fetched');
    const names = await readdir(fetched);
    expect(names).toHaveLength(1);
    const commits = plainGit(join(fetched, names[0] ?? ''), [
      'rev-list',
      '--no-walk',
      made.golden,
      made.base,
    ]);
    expect(commits.toString().trim().split('\n')).toHaveLength(2);
    expect(await readFile(join(fetched, names[0] ?? '', 'config'), 'utf8')).not.toContain('origin');
    await rm(made.dir, { recursive: true });
    await using again = await openRepository(given);
    expect(await contents(again, made.golden)).toEqual({ 'x.txt': '100644 two\n' });
  });

  test('a failure names the URL without its password and leaves no files', async () => {
    await using folder = await temporaryFolder();
    const url = 'https://me:secret@127.0.0.1:9/o/n.git';
    const made = { dir: '', base: '0'.repeat(40), golden: '1'.repeat(40) };
    const error: unknown = await openRepository(
      options(folder.path, made, { repository: { name: 'o/n', url } }),
    ).catch((e: unknown) => e);
    expect(error).toMatchObject({
      kind: 'repository',
      message: expect.stringContaining('https://127.0.0.1:9/o/n.git'),
    });
    expect(String(error)).not.toContain('secret');
    expect(await readdir(join(folder.path, 'cache/fetched'))).toEqual([]);
  });
});

describe('real repositories', () => {
  test.for(MIRRORED_COMMITS)(
    '$name: golden applies to base, here and in a plain checkout',
    async ({ name, base, golden }, { skip }) => {
      const missing = missingMirror(name);
      skip(missing !== undefined, missing);
      const mirror = mirrorTemplate();
      await using folder = await temporaryFolder();
      await using repository = await openRepository(
        options(folder.path, { dir: '', base, golden }, { repository: { name }, mirror }),
      );
      const patch = await repository.diff(base, golden);
      const treeId = await repository.treeId(golden);
      expect(await repository.applyPatch(base, patch)).toEqual({ kind: 'applied', treeId });

      const checkout = join(folder.path, 'checkout');
      await mkdir(checkout);
      plainGit(checkout, ['init', '-q']);
      await writeFile(
        join(checkout, '.git/objects/info/alternates'),
        `${repository.gitDir}/objects\n`,
      );
      plainGit(checkout, ['checkout', '-q', base]);
      plainGit(checkout, ['apply', '--index'], patch);
      expect(plainGit(checkout, ['write-tree']).toString().trim()).toBe(treeId);
    },
  );
});
