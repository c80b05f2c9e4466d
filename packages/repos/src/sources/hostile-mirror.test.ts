import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepository } from '../open-repository.ts';
import { temporaryFolder } from '@refbench/test-helpers';

/** A crafted mirror. Opening it must fail quickly with a named error, whatever is wrong with it. */
class Mirror {
  readonly folder: string;
  readonly git: string;

  constructor(folder: string) {
    this.folder = folder;
    this.git = join(folder, 'owner/name/.git');
  }

  run(args: readonly string[], input = ''): string {
    const env = {
      PATH: process.env['PATH'],
      HOME: this.folder,
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@localhost',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@localhost',
    };
    const options = { cwd: join(this.folder, 'owner/name'), input, env };
    return execFileSync('git', args, options).toString().trim();
  }

  /** Stores objects without checking them. */
  object(type: string, bytes: Buffer): string {
    const options = { cwd: join(this.folder, 'owner/name'), input: bytes };
    const args = ['hash-object', '-t', type, '-w', '--literally', '--stdin'];
    return execFileSync('git', args, options).toString().trim();
  }

  commit(tree: string, parents: readonly string[] = []): string {
    return this.run(['commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-m', 'x']);
  }

  async open(base: string, golden: string): Promise<void> {
    await using _opened = await openRepository({
      repository: { name: 'owner/name' },
      instanceDir: this.folder,
      base,
      golden,
      mirror: this.folder,
      cacheDir: join(this.folder, 'cache'),
    });
  }
}

interface Commits {
  base: string;
  golden: string;
}

async function expectRefusal(
  spoil: (mirror: Mirror, commits: Commits) => unknown,
  message: RegExp,
): Promise<void> {
  await using folder = await temporaryFolder();
  const mirror = new Mirror(folder.path);
  await mkdir(join(folder.path, 'owner/name'), { recursive: true });
  mirror.run(['init', '--quiet']);
  const blob = mirror.object('blob', Buffer.from('x\n'));
  const base = mirror.commit(mirror.run(['mktree'], `100644 blob ${blob}\ta\n`));
  const golden = mirror.commit(mirror.run(['mktree'], `100644 blob ${blob}\tb\n`), [base]);
  const commits = { base, golden };
  await mirror.open(base, golden);
  await spoil(mirror, commits);
  await expect(mirror.open(commits.base, commits.golden)).rejects.toMatchObject({
    kind: 'repository',
    message: expect.stringMatching(message) as string,
  });
}

/** Returns the bytes of a tree with one entry. */
function treeOf(mode: string, name: string, oid: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(oid, 'hex')]);
}

test.each([
  ['..', /leads out|no plain path/],
  ['.git', /git's own folder/],
  ['a/../../b', /leads out/],
])('a tree with a path "%s"', async (name, message) => {
  await expectRefusal((mirror, commits) => {
    const blob = mirror.object('blob', Buffer.from('*\n'));
    const inner = mirror.object('tree', treeOf('100644', '.gitignore', blob));
    commits.base = mirror.commit(mirror.object('tree', treeOf('40000', name, inner)));
    commits.golden = mirror.commit(mirror.run(['mktree'], ''), [commits.base]);
  }, message);
});

test('a few tree objects that expand to an enormous number of paths', async () => {
  await expectRefusal((mirror, commits) => {
    const blob = mirror.object('blob', Buffer.from('x'));
    const many = (type: string, mode: string, id: string): string =>
      mirror.run(
        ['mktree'],
        Array.from({ length: 40 }, (_, n) => `${mode} ${type} ${id}\t${n}\n`).join(''),
      );
    let tree = many('blob', '100644', blob);
    for (let level = 0; level < 8; level += 1) tree = many('tree', '40000', tree);
    commits.base = mirror.commit(tree);
    commits.golden = mirror.commit(mirror.run(['mktree'], ''), [commits.base]);
  }, /wrote more than/);
});

test.each([
  ['a malformed tree', 'tree', Buffer.from('nonsense')],
  ['a tree cut short', 'tree', Buffer.from('100644 a\0abc')],
])('%s', async (_name, type, bytes) => {
  await expectRefusal((mirror, commits) => {
    const tree = mirror.object(type, bytes);
    const header = `tree ${tree}\nauthor a <a@b> 0 +0000\ncommitter a <a@b> 0 +0000\n\nx\n`;
    commits.base = mirror.object('commit', Buffer.from(header));
    commits.golden = mirror.commit(mirror.run(['mktree'], ''), [commits.base]);
  }, /cannot be read|not a commit or tree/);
});

test('objects borrowed from another repository', async () => {
  await expectRefusal(async ({ git, folder }) => {
    await mkdir(join(git, 'objects/info'), { recursive: true });
    await writeFile(join(git, 'objects/info/alternates'), `${folder}\n`);
  }, /borrows objects/);
});

test.each(['objects/pack/pack-x.pack', 'objects/info/alternates', 'objects/00/1'])(
  'a pipe as %s',
  async (name) => {
    await expectRefusal(async ({ git }) => {
      const path = join(git, name);
      execFileSync('bash', ['-c', `mkdir -p "$(dirname '${path}')" && mkfifo '${path}'`]);
    }, /neither a file|borrows objects/);
  },
);

test('a folder of objects that is a link', async () => {
  await expectRefusal(async ({ git }) => {
    await rm(join(git, 'objects/info'), { recursive: true, force: true });
    await symlink('/tmp', join(git, 'objects/info'));
  }, /neither a file/);
});

test.each(['commondir', 'HEAD'])('a pipe as %s is ignored without waiting', async (name) => {
  await using folder = await temporaryFolder();
  const mirror = new Mirror(folder.path);
  await mkdir(join(folder.path, 'owner/name'), { recursive: true });
  mirror.run(['init', '--quiet']);
  const base = mirror.commit(mirror.run(['mktree'], ''));
  const blob = mirror.object('blob', Buffer.from('x\n'));
  const golden = mirror.commit(mirror.run(['mktree'], `100644 blob ${blob}\ta\n`), [base]);
  await rm(join(mirror.git, name), { force: true });
  execFileSync('bash', ['-c', `mkfifo '${join(mirror.git, name)}'`]);
  await expect(mirror.open(base, golden)).resolves.toBeUndefined();
});
