import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '@refbench/test-helpers';
import { acquireLock, isLockHeld, withLock } from './lock.ts';
import { LEASE_MS } from './file-clock.ts';
import { currentOwner } from './process-owner.ts';

async function age(path: string, ms: number): Promise<void> {
  const { mtimeMs } = await stat(path);
  const then = new Date(mtimeMs - ms);
  await utimes(path, then, then);
}

test('rejects a second process and names the holder', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  await using _held = await acquireLock(path, 'run "demo"');
  // Its own processes are seen, so an old lock makes no difference.
  await age(path, 10 * LEASE_MS);
  await expect(acquireLock(path, 'run "demo"')).rejects.toMatchObject({
    kind: 'in-use',
    message: `run "demo" is in use by process ${process.pid} on ${hostname()}`,
    hint: 'wait for it to end, or stop it',
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
  expect(await isLockHeld(path)).toBe(false);
  {
    await using _held = await acquireLock(path, 'x');
    expect(await readdir(folder.path)).toEqual(['lock']);
  }
  expect(await readdir(folder.path)).toEqual([]);
});

test('takes over the lock of a process whose number was reused', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  const reused = currentOwner().replace(/:\d+:/, ':1:');
  await writeFile(path, JSON.stringify({ owner: reused, host: hostname(), token: 'feed' }));
  expect(await isLockHeld(path)).toBe(false);
  await using _held = await acquireLock(path, 'x');
  expect(await isLockHeld(path)).toBe(true);
});

test.each([
  ['PID namespace', currentOwner().replace(/\d+$/, '1'), hostname()],
  ['boot', '1:1:another:1', hostname()],
  ['host', '1:1:1', 'elsewhere'],
])('takes over a lock of another %s only when nobody renews it', async (_, owner, host) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  await writeFile(path, JSON.stringify({ owner, host, token: 'feed' }));
  await age(path, LEASE_MS - 10_000);
  expect(await isLockHeld(path)).toBe(true);
  await expect(acquireLock(path, 'x')).rejects.toMatchObject({
    kind: 'in-use',
    hint: expect.stringContaining('taken over 120 s after it stops') as string,
  });
  await age(path, 20_000);
  expect(await isLockHeld(path)).toBe(false);
  await using _held = await acquireLock(path, 'x');
  expect(await readdir(folder.path)).toEqual(['lock']);
});

test('never takes over an unreadable lock', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  await writeFile(path, 'what');
  await age(path, 10 * LEASE_MS);
  expect(await isLockHeld(path)).toBe(true);
  await expect(acquireLock(path, 'x')).rejects.toMatchObject({
    kind: 'in-use',
    hint: `wait for it to end, or stop it; if no such process runs, remove ${path}`,
  });
});

test('renews its own lock, and never one that replaced it', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  const interval = vi.spyOn(globalThis, 'setInterval');
  const held = await acquireLock(path, 'x');
  const renew = interval.mock.calls[0]?.[0];
  await age(path, 10 * LEASE_MS);
  const old = (await stat(path)).mtimeMs;
  renew?.();
  const changed = async (): Promise<number> => (await stat(path)).mtimeMs;
  await expect.poll(changed).toBeGreaterThan(old + LEASE_MS);
  const replaced = `${path}.new`;
  await writeFile(replaced, JSON.stringify({ owner: '1:1:2:3', host: 'x', token: 'feed' }));
  await rename(replaced, path);
  const other = await readFile(path, 'utf8');
  renew?.();
  await held[Symbol.asyncDispose]();
  expect(await readFile(path, 'utf8')).toBe(other);
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
