import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of the socket in its folder. */
export const SOCKET_NAME = 'gw.sock';
/** The maximum length of a unix socket path. */
const MAX_SOCKET_PATH = 107;
const LONGEST_NAME = 'gw-4194304-XXXXXX';

/** Creates a folder that any user in the container can enter, named after the serving process. */
export async function makeSocketFolder(stateDir: string): Promise<string> {
  const below = folderOf(stateDir);
  const fits = Buffer.byteLength(join(below, LONGEST_NAME, SOCKET_NAME)) <= MAX_SOCKET_PATH;
  const parent = fits ? below : tmpdir();
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, `gw-${process.pid}-`));
  await chmod(folder, 0o755);
  return folder;
}

/** Removes folders of killed gateways. */
export async function sweepSocketFolders(stateDir: string): Promise<void> {
  const parent = folderOf(stateDir);
  const names = await readdir(parent).catch(() => []);
  const dead = names.filter((name) => {
    const pid = /^gw-(\d+)-/.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  await Promise.all(dead.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}

function folderOf(stateDir: string): string {
  return join(stateDir, 'gateway');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
