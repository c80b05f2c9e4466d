import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { claimIn, currentOwner, guardDisk, hasEnded, makeFolder, stateId } from '@refbench/base';

/** The name of the socket in its folder. */
export const SOCKET_NAME = 'gw.sock';
/** The maximum length of a unix socket path. */
const MAX_SOCKET_PATH = 107;
const NAME_LENGTH = 'gw-'.length + 12;
/** The owner is beside the folder, because its name would be too long and containers see its files. */
const NOTE = '.owner';

/** A folder for one socket. Disposal removes it. */
export interface SocketFolder extends AsyncDisposable {
  readonly path: string;
}

/** Creates a folder that any user in the container can enter. */
export async function makeSocketFolder(stateDir: string): Promise<SocketFolder> {
  const claim = await claimIn(stateDir);
  const parent = await makeParent(stateDir);
  const path = join(parent, `gw-${randomBytes(6).toString('hex')}`);
  const remove = async (): Promise<void> => {
    await removeFolder(path);
    claim.release();
  };
  try {
    // The note comes first, so that a sweep finds every folder.
    await writeFile(`${path}${NOTE}`, currentOwner());
    await mkdir(path);
    await chmod(path, 0o755);
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: remove };
}

/** Lets a server listen on a socket in a folder of its own, which any user in the container can access. */
export async function listenInFolder(server: Server, stateDir: string): Promise<SocketFolder> {
  return guardDisk(stateDir, async () => {
    const folder = await makeSocketFolder(stateDir);
    try {
      const path = join(folder.path, SOCKET_NAME);
      server.listen(path);
      await once(server, 'listening');
      await chmod(path, 0o666);
      return folder;
    } catch (error) {
      server.close();
      await folder[Symbol.asyncDispose]();
      throw error;
    }
  });
}

/** Removes or lists folders of killed processes. Returns their paths. */
export async function sweepSocketFolders(
  stateDir: string,
  dryRun: boolean,
): Promise<readonly string[]> {
  const parents = [folderOf(stateDir), await fallbackOf(stateDir)];
  const notes = await Promise.all(parents.map((parent) => notesIn(parent)));
  const stale: string[] = [];
  for (const note of notes.flat()) {
    const owner = await readFile(note, 'utf8').catch(() => '');
    if (await hasEnded(owner, stateDir)) stale.push(note.slice(0, -NOTE.length));
  }
  if (!dryRun) await Promise.all(stale.map((path) => removeFolder(path)));
  return stale;
}

async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await rm(`${path}${NOTE}`, { force: true });
}

async function notesIn(parent: string): Promise<readonly string[]> {
  const names = await readdir(parent).catch(() => []);
  return names.filter((name) => name.endsWith(NOTE)).map((name) => join(parent, name));
}

async function makeParent(stateDir: string): Promise<string> {
  const below = folderOf(stateDir);
  const longest = join(below, 'x'.repeat(NAME_LENGTH), SOCKET_NAME);
  if (Buffer.byteLength(longest) <= MAX_SOCKET_PATH) {
    await makeFolder(below);
    return below;
  }
  const fallback = await fallbackOf(stateDir);
  await guardDisk(fallback, () => mkdir(fallback, { recursive: true, mode: 0o755 }));
  // Any user may create folders there, even one with this name.
  const info = await lstat(fallback);
  if (info.isDirectory() && info.uid === (process.getuid?.() ?? info.uid)) return fallback;
  throw new RefbenchError({
    kind: 'disk',
    message: `${fallback} belongs to another user, and ${below} is too long for a socket`,
    hint: 'use a state folder with a shorter path (--state-dir), or set TMPDIR',
  });
}

function folderOf(stateDir: string): string {
  return join(resolve(stateDir), 'gateway');
}

/** A folder of this state folder alone. */
async function fallbackOf(stateDir: string): Promise<string> {
  return join(tmpdir(), `refbench-gw-${await stateId(stateDir)}`);
}
