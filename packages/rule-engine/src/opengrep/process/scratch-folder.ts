import { chmod, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { guardDisk } from '@refbench/base';
import type { SourceFile } from '../../rule/rule.ts';

/** A temporary folder for one run of a program. It is removed on disposal. */
export interface ScratchFolder extends AsyncDisposable {
  readonly path: string;
}

export async function scratchFolder(): Promise<ScratchFolder> {
  const path = await guardDisk(tmpdir(), () => mkdtemp(join(tmpdir(), 'refbench-scan-')));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Writes a file with its own path inside a folder. Returns the reason if it was not written.
 */
export async function writeInside(folder: string, file: SourceFile): Promise<string | undefined> {
  const { path, bytes, executable = false } = file;
  const parts = path.split('/');
  if (path.includes('\0') || parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'its name is not a plain path';
  }
  const target = join(folder, path);
  try {
    await mkdir(dirname(target), { recursive: true });
    // Exclusive, because a name that this file system considers equal to another must not replace that
    // file.
    await using handle = await open(target, 'wx');
    await handle.writeFile(bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
    return `it cannot be written to disk (${code ?? String(error)})`;
  }
  if (executable) await chmod(target, 0o755);
  return undefined;
}
