import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFileWithin, resolveWithin } from './guarded-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarded-'));
  await mkdir(join(folder, 'root/sub'), { recursive: true });
  await writeFile(join(folder, 'secret'), 'secret');
  await writeFile(join(folder, 'root/plain'), 'plain');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = async (path: string): Promise<string | undefined> =>
  (await readFileWithin(join(folder, 'root'), join(folder, 'root', path), 100))?.toString();

test('reads files and links that stay inside', async () => {
  await symlink('../plain', join(folder, 'root/sub/link'));
  expect(await read('plain')).toBe('plain');
  expect(await read('sub/link')).toBe('plain');
  expect(await read('absent')).toBeUndefined();
  expect(await read('plain/absent')).toBeUndefined();
});

test('accepts a root that is reached through a link', async () => {
  await symlink('root', join(folder, 'alias'));
  const path = join(folder, 'alias/plain');
  expect((await readFileWithin(join(folder, 'alias'), path, 100))?.toString()).toBe('plain');
  expect(await resolveWithin(join(folder, 'alias'), path)).toContain('root/plain');
});

test('rejects a link that leads out, at any position in the path', async () => {
  await symlink('../secret', join(folder, 'root/out'));
  await symlink('..', join(folder, 'root/up'));
  await symlink(join(folder, 'secret'), join(folder, 'root/absolute'));
  await symlink('loop', join(folder, 'root/loop'));
  for (const path of ['out', 'up/secret', 'absolute', '../secret']) {
    await expect(read(path)).rejects.toMatchObject({
      kind: 'invalid-file',
      message: expect.stringContaining('leads out of') as string,
    });
  }
  await expect(read('loop')).rejects.toMatchObject({ kind: 'invalid-file' });
});

test('rejects folders, pipes and large files', async () => {
  execFileSync('bash', ['-c', `mkfifo '${join(folder, 'root/pipe')}'`]);
  await writeFile(join(folder, 'root/large'), 'x'.repeat(101));
  for (const path of ['sub', 'pipe', 'large']) {
    await expect(read(path)).rejects.toMatchObject({ kind: 'invalid-file' });
  }
});
