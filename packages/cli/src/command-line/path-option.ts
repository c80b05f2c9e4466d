import { constants } from 'node:fs';
import { access, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import { errorCode } from '@refbench/files';

/** What a command does with a path. A mirror is a folder to read, or a template of one. */
export type PathUse = 'read-file' | 'read-folder' | 'write-folder' | 'mirror';

/** An option whose value is a path; it is tried before the command starts to work. */
export class PathOption extends Option {
  readonly use: PathUse;

  constructor(flags: string, description: string, use: PathUse) {
    super(flags, description);
    this.use = use;
  }
}

/**
 * Tries every path option of a command. A default that is not there is left to the command, which may
 * not need it.
 * @throws RefbenchError kind `usage` for what cannot be read, `disk` for what cannot be written
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

async function probeReadable(option: PathOption, value: string): Promise<void> {
  if (option.use === 'read-file' && value === '-') return;
  const path = resolve(option.use === 'mirror' ? fixedPart(value) : value);
  const wanted = option.use === 'read-file' ? 'file' : 'folder';
  const name = option.long ?? '';
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

/** What of a template is a folder: the part before its first name in braces. */
function fixedPart(template: string): string {
  const brace = template.indexOf('{');
  return brace < 0 ? template : dirname(`${template.slice(0, brace)}x`);
}

/**
 * Whether a folder can be written, or made where it is not there yet. Only an attempt tells: rights say
 * nothing of a file system that takes no files. The folder itself is not made.
 * @throws RefbenchError kind `disk`
 */
export async function probeWritable(option: string, value: string): Promise<void> {
  const path = resolve(value);
  let place = path;
  for (;;) {
    const info = await stat(place).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT' && dirname(place) !== place) return undefined;
      throw unwritable(option, path, reasonOf(error));
    });
    if (info?.isDirectory() === true) break;
    if (info !== undefined) {
      throw unwritable(option, path, `${place === path ? 'it' : place} is a file, not a folder`);
    }
    place = dirname(place);
  }
  try {
    await rmdir(await mkdtemp(join(place, '.refbench-probe-')));
  } catch (error) {
    throw unwritable(option, path, reasonOf(error));
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  ENOTDIR: 'a part of the path is a file',
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  ELOOP: 'its symbolic links lead to each other',
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
    hint: `name a ${wanted} that is there and can be read`,
  });
}

function unwritable(option: string, path: string, reason: string): RefbenchError {
  const why = reason === 'it is not there' ? 'no folder can be made there' : reason;
  return new RefbenchError({
    kind: 'disk',
    message: `${option}: cannot write to ${path}: ${why}`,
    hint: 'name a folder that can be written, or make room and give this user the right',
  });
}
