import { once } from 'node:events';
import {
  access,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { currentOwner, stateId } from '@refbench/base';
import { expect, test } from 'vitest';
import { makeSocketFolder, SOCKET_NAME, sweepSocketFolders } from './socket-folder.ts';

/** Makes the folder belong to a process of another PID namespace that renewed its lease some time ago. */
async function give(folder: string, stateDir: string, secondsAgo: number): Promise<void> {
  const foreign = currentOwner().replace(/\d+$/, '1');
  await writeFile(`${folder}.owner`, foreign);
  const lease = join(stateDir, 'leases', foreign.replaceAll(':', '_'));
  await writeFile(lease, '.');
  const then = new Date((await stat(lease)).mtimeMs - secondsAgo * 1000);
  await utimes(lease, then, then);
}

test.each(['short', 'x'.repeat(120)])('a folder below %s is swept with its owner', async (name) => {
  const temporary = await mkdtemp(join(tmpdir(), 'sockets-'));
  const stateDir = join(temporary, name);
  await using live = await makeSocketFolder(stateDir);
  const server = createServer().listen(join(live.path, SOCKET_NAME));
  await once(server, 'listening');
  const parent = dirname(live.path);
  const fallback = join(tmpdir(), `refbench-gw-${await stateId(stateDir)}`);
  expect(parent).toBe(name === 'short' ? join(stateDir, 'gateway') : fallback);
  try {
    const other = join(parent, 'gw-000000000000');
    await mkdir(other);
    await give(other, stateDir, 60);
    expect(await sweepSocketFolders(stateDir, false)).toEqual([]);
    await give(other, stateDir, 300);
    expect(await sweepSocketFolders(stateDir, true)).toEqual([other]);
    await access(other);
    expect(await sweepSocketFolders(stateDir, false)).toEqual([other]);
    await access(join(live.path, SOCKET_NAME));
    // Another state folder has nothing to do with it.
    expect(await sweepSocketFolders(join(temporary, 'another'), false)).toEqual([]);
    // The container sees the folder, so the owner is beside it.
    expect(await readdir(live.path)).toEqual([SOCKET_NAME]);
    expect(await readFile(`${live.path}.owner`, 'utf8')).toBe(currentOwner());
    server.close();
    await live[Symbol.asyncDispose]();
    expect(await readdir(parent)).toEqual([]);
  } finally {
    await rm(fallback, { recursive: true, force: true });
    await rm(temporary, { recursive: true, force: true });
  }
});
