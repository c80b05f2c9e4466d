import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { basename, delimiter, isAbsolute, join, resolve } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { runLimited } from './run-limited.ts';

/** A program that scans with OpenGrep rules. */
export interface ExternalProgram {
  readonly name: 'opengrep' | 'semgrep';
  /** Absolute. */
  readonly path: string;
  /** As the program says it, e.g. `1.30.0`: counts are an oracle only with their program's version. */
  readonly version: string;
}

const NAMES = ['opengrep', 'semgrep'] as const;

const VERSION_LIMITS = { timeoutMs: 60_000, memoryMb: 4_000, outputBytes: 10_000 };

/**
 * The program at a path, or the first of `opengrep` and `semgrep` on the PATH; undefined where
 * neither is installed.
 * @throws RefbenchError kind `engine` for a path, or a program found, that does not tell its version
 */
export async function findExternalProgram(wanted?: string): Promise<ExternalProgram | undefined> {
  for (const name of NAMES) {
    if (wanted !== undefined && !basename(wanted).startsWith(name)) continue;
    const path = wanted?.includes('/') ? resolve(wanted) : await onPath(wanted ?? name);
    if (path !== undefined) return { name, path, version: await versionOf(path) };
  }
  if (wanted === undefined) return undefined;
  throw programError(
    wanted,
    'is not installed under this name, or is neither opengrep nor semgrep',
  );
}

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    // An empty or relative entry would take a program out of the tree that is looked at.
    if (!isAbsolute(folder)) continue;
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(await realpath(path))).isFile();
  } catch {
    return false;
  }
}

async function versionOf(path: string): Promise<string> {
  const end = await runLimited(path, ['--version'], { cwd: '/', ...VERSION_LIMITS });
  if (end.kind === 'failed') throw programError(path, end.reason);
  const version = /^\d+\.\d+\.\d+\S*$/m.exec(end.stdout)?.[0];
  if (version === undefined) throw programError(path, 'does not tell its version');
  return version;
}

function programError(path: string, what: string): RefbenchError {
  return new RefbenchError({
    kind: 'engine',
    message: `the program ${path} ${what}`,
    mend: 'install opengrep (https://github.com/opengrep/opengrep) or semgrep, or leave it out',
  });
}
