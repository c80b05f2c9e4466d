import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectRefusal, Mirror } from './hostile-mirror.testkit.ts';
import { temporaryFolder } from '@refbench/test-helpers';

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
