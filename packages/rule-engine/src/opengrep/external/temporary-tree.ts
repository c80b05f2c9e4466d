import { chmod, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { guardDisk } from '@refbench/files';
import type { SourceFile } from '../../rule.ts';
import type { SkippedFile } from '../../scan-result.ts';

/** A tree written to disk for a program that reads files; removed when disposed. */
export interface TemporaryTree extends AsyncDisposable {
  /** A folder that holds `tree/`, and room for what belongs to this scan. */
  readonly dir: string;
  readonly root: string;
  readonly files: ReadonlySet<string>;
  /** Files with a name that cannot be written here. */
  readonly skipped: readonly SkippedFile[];
}

/** Tells the programs what to leave out: nothing in a tree may hide a match. */
const IGNORE_FILE = '.semgrepignore';

/**
 * Writes the files, and an empty `.semgrepignore` in place of the tree's own: it also turns the
 * built-in one off, which leaves out folders such as `test/`. Only regular files are written, only
 * inside the folder.
 */
export async function writeTemporaryTree(
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
): Promise<TemporaryTree> {
  const dir = await mkdtemp(join(tmpdir(), 'refbench-scan-'));
  const dispose = (): Promise<void> => rm(dir, { recursive: true, force: true });
  try {
    const root = join(dir, 'tree');
    await mkdir(root);
    await writeFile(join(root, IGNORE_FILE), '');
    const written = new Set<string>();
    const skipped: SkippedFile[] = [];
    for await (const file of files) {
      if (file.path.endsWith(IGNORE_FILE)) continue;
      const reason = await guardDisk(root, () => writeInside(root, file));
      if (reason === undefined) written.add(file.path);
      else skipped.push({ file: file.path, reason });
    }
    return { dir, root, files: written, skipped, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Why the file was not written; undefined where it was. */
async function writeInside(root: string, file: SourceFile): Promise<string | undefined> {
  const { path, bytes, executable = false } = file;
  const parts = path.split('/');
  if (path.includes('\0') || parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'its name is no plain path';
  }
  const target = join(root, path);
  try {
    await mkdir(dirname(target), { recursive: true });
    // Exclusive: a name that only this file system takes for another's must not replace it.
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
