import { constants } from 'node:fs';
import { access, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import { errorCode } from '@refbench/base';

/** How a command uses a path. A mirror is a folder to read, or a template of one. */
export type PathUse = 'read-file' | 'read-folder' | 'write-folder' | 'mirror';

/** An option whose value is a path. The path is checked before the command starts. */
export class PathOption extends Option {
  readonly use: PathUse;

  constructor(flags: string, description: string, use: PathUse) {
    super(flags, description);
    this.use = use;
  }
}

/**
 * Checks every path option of a command. A default path that does not exist is not an error, because
 * the command may not need it.
 * @throws RefbenchError kind `usage` if a path cannot be read, `disk` if it cannot be written
 */
export async function probePaths(command: Command): Promise<void> {
  for (const option of command.options) {
    if (!(option instanceof PathOption)) continue;
    const name = option.attributeName();
    const value: unknown = command.getOptionValue(name);
    if (typeof value !== 'string') continue;
    const given = command.getOptionValueSource(name) !== 'default';
    if (option.use === 'write-folder') await probeWritable(option.long ?? '', value);
    else if (given) await probeReadable(option, value);
  }
}

async function probeReadable({ use, long }: PathOption, value: string): Promise<void> {
  if (use === 'read-file' && value === '-') return;
  const wanted = use === 'read-file' ? 'file' : 'folder';
  await probePath(long ?? '', use === 'mirror' ? fixedPart(value) : value, wanted);
}

/**
 * Checks that an argument of a command is a folder that can be read.
 * @throws RefbenchError kind `usage`
 */
export async function probeFolder(name: string, value: string): Promise<void> {
  await probePath(name, value, 'folder');
}

async function probePath(name: string, value: string, wanted: 'file' | 'folder'): Promise<void> {
  const path = resolve(value);
  const info = await stat(path).catch((error: unknown) => {
    throw unreadable(name, path, reasonOf(error), wanted);
  });
  const fits = wanted === 'file' ? !info.isDirectory() : info.isDirectory();
  if (!fits) {
    throw unreadable(name, path, `it is a ${wanted === 'file' ? 'folder' : 'file'}`, wanted);
  }
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw unreadable(name, path, reasonOf(error), wanted);
  });
}

/** The folder part of a template: everything before its first placeholder. */
function fixedPart(template: string): string {
  const brace = template.indexOf('{');
  return brace < 0 ? template : dirname(`${template.slice(0, brace)}x`);
}

/**
 * Checks that a folder can be written, or created if it does not exist. A probe file is the only
 * reliable test, because permissions do not reveal a read-only or full file system. The folder itself
 * is not created.
 * @throws RefbenchError kind `disk`
 */
export async function probeWritable(option: string, value: string): Promise<void> {
  const path = resolve(value);
  let existing = path;
  for (;;) {
    const info = await stat(existing).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT' && dirname(existing) !== existing) return undefined;
      throw unwritable(option, path, reasonOf(error));
    });
    if (info?.isDirectory() === true) break;
    if (info !== undefined) {
      throw unwritable(
        option,
        path,
        `${existing === path ? 'it' : existing} is a file, not a folder`,
      );
    }
    existing = dirname(existing);
  }
  try {
    await rmdir(await mkdtemp(join(existing, '.refbench-probe-')));
  } catch (error) {
    throw unwritable(option, path, reasonOf(error));
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'part of the path is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the path is too long',
};

function reasonOf(error: unknown): string {
  const code = errorCode(error);
  return REASONS[code] ?? (code === '' ? String(error) : code);
}

function unreadable(option: string, path: string, reason: string, wanted: string): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `${option}: cannot read ${path}: ${reason}`,
    hint: `specify a readable ${wanted}`,
  });
}

function unwritable(option: string, path: string, reason: string): RefbenchError {
  const why = reason === 'it does not exist' ? 'no folder can be created there' : reason;
  return new RefbenchError({
    kind: 'disk',
    message: `${option}: cannot write to ${path}: ${why}`,
    hint: 'specify a writable folder, or free some space and grant this user write permission',
  });
}
