import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Digest } from '@refbench/contracts';
import { errorCode, guardDisk, sha256OfBytes } from '@refbench/base';
import { runLimited } from '../process/run-limited.ts';
import type { PinnedWheel } from './pinned-program.ts';

/** The front end takes seconds to unpack itself, and much longer on a busy machine. */
const UNPACK_LIMITS = { timeoutMs: 5 * 60_000, memoryMb: 8_000, outputBytes: 100_000 };

/** Returns the path of the core in an installation; undefined if it is missing. */
export async function installedCore(
  folder: string,
  { core }: PinnedWheel,
): Promise<string | undefined> {
  const path = join(folder, core);
  const isFile = await stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
  return isFile ? path : undefined;
}

/**
 * Installs OpenGrep's core from a wheel into a folder. The folder is created atomically, and of two
 * concurrent processes the first one wins. No file of the wheel is executed before its digest was
 * verified. Returns the path of the core.
 * @throws Error with the problem of the wheel
 */
export async function installCore(
  bytes: Buffer,
  pinned: PinnedWheel,
  folder: string,
): Promise<string> {
  requireDigest('the wheel', sha256OfBytes(bytes), pinned.wheel);
  const parent = dirname(folder);
  await guardDisk(parent, () => mkdir(parent, { recursive: true }));
  const staging = await mkdtemp(join(parent, '.install-'));
  try {
    const unpacked = await unpackCore(await unpackFrontEnd(bytes, pinned, staging), staging);
    const core = join(unpacked, pinned.core);
    requireDigest('its core', await digestOfFile(core), pinned.coreDigest);
    await placeOnce(unpacked, folder);
    return join(folder, pinned.core);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Extracts the program of a wheel into a folder and returns its path. */
export async function unpackFrontEnd(
  wheel: Buffer,
  { frontEnd }: PinnedWheel,
  staging: string,
): Promise<string> {
  const { unzipSync } = await import('fflate');
  const bytes = unzipSync(wheel, { filter: ({ name }) => name === frontEnd })[frontEnd];
  if (bytes === undefined) throw new Error(`the wheel does not contain ${frontEnd}`);
  const path = join(staging, basename(frontEnd));
  await guardDisk(path, () => writeFile(path, bytes));
  await chmod(path, 0o755);
  return path;
}

/** Runs the front end once, which unpacks the core into the cache folder. */
async function unpackCore(frontEnd: string, staging: string): Promise<string> {
  const home = join(staging, 'home');
  await mkdir(home);
  const run = { ...UNPACK_LIMITS, cwd: home, home };
  const end = await runLimited(frontEnd, ['--version'], run);
  if (end.kind === 'failed') throw new Error(`its program does not run here: ${end.reason}`);
  const files = await readdir(home, { recursive: true, withFileTypes: true });
  const core = files.find((file) => file.isFile() && /^opengrep-core(?:\.exe)?$/.test(file.name));
  if (core === undefined) throw new Error('its program did not unpack a core');
  return core.parentPath;
}

/**
 * Moves the installation into place. An installation that another process completed meanwhile is kept.
 */
async function placeOnce(from: string, folder: string): Promise<void> {
  await guardDisk(folder, async () => {
    try {
      await rename(from, folder);
    } catch (error) {
      const code = errorCode(error);
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    }
  });
}

export async function digestOfFile(path: string): Promise<Digest> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return `sha256:${hash.digest('hex')}`;
}

function requireDigest(what: string, found: Digest, wanted: Digest): void {
  if (found !== wanted) throw new Error(`${what} has the digest ${found}, and ${wanted} is pinned`);
}
