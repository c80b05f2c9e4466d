import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '@refbench/test-helpers';
import { acquireLock, withLock } from './lock.ts';
import { currentOwner, ownerIsAlive } from './process-owner.ts';

test('rejects a second process and names the holder', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  await using _held = await acquireLock(path, 'run "demo"');
  await expect(acquireLock(path, 'run "demo"')).rejects.toMatchObject({
    kind: 'in-use',
    message: `run "demo" is in use by process ${process.pid} on ${hostname()}`,
  });
});

test('takes over the lock of a dead process', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], {
    stdio: 'ignore',
  });
  const owner = currentOwner().replace(/^\d+/, String(child.pid));
  child.kill('SIGKILL');
  await once(child, 'exit');
  await writeFile(path, JSON.stringify({ owner, host: hostname(), token: 'feed' }));
  {
    await using _held = await acquireLock(path, 'x');
    expect(await readdir(folder.path)).toEqual(['lock']);
  }
  expect(await readdir(folder.path)).toEqual([]);
});

test('takes over the lock of a process whose number was reused', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  const reused = `${process.pid}:1:other-boot`;
  expect(ownerIsAlive(reused)).toBe(false);
  await writeFile(path, JSON.stringify({ owner: reused, host: hostname(), token: 'feed' }));
  await using _held = await acquireLock(path, 'x');
});

test('never takes over an unreadable lock or a lock of another host', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  await writeFile(path, JSON.stringify({ owner: '1:1:1', host: 'elsewhere', token: 'feed' }));
  await expect(acquireLock(path, 'x')).rejects.toMatchObject({ kind: 'in-use' });
  await writeFile(path, 'what');
  await expect(acquireLock(path, 'x')).rejects.toMatchObject({ kind: 'in-use' });
});

test('waiting processes run one after the other', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  let inside = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    expect(inside).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withLock(path, 'x', work)));
});
