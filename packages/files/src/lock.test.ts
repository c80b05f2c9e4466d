import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '@refbench/test-helpers';
import { acquireLock, withLock } from './lock.ts';
import { currentOwner, ownerIsAlive } from './process-owner.ts';

test('a second taker is refused and told who holds it', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  await using _held = await acquireLock(path, 'run "demo"');
  await expect(acquireLock(path, 'run "demo"')).rejects.toMatchObject({
    kind: 'in-use',
    message: `run "demo" is in use by process ${process.pid} on ${hostname()}`,
  });
});

test('a lock of a dead process is taken over', async () => {
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

test('a lock of a process with a reused number is taken over', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  const reused = `${process.pid}:1:other-boot`;
  expect(ownerIsAlive(reused)).toBe(false);
  await writeFile(path, JSON.stringify({ owner: reused, host: hostname(), token: 'feed' }));
  await using _held = await acquireLock(path, 'x');
});

test('a lock of another host, or one that cannot be read, is never taken over', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  await writeFile(path, JSON.stringify({ owner: '1:1:1', host: 'elsewhere', token: 'feed' }));
  await expect(acquireLock(path, 'x')).rejects.toMatchObject({ kind: 'in-use' });
  await writeFile(path, 'what');
  await expect(acquireLock(path, 'x')).rejects.toMatchObject({ kind: 'in-use' });
});

test('waiting takers run one after the other', async () => {
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
