import { RefbenchError } from '@refbench/contracts';

const FILE_IN_THE_WAY = 'a file exists where a folder is needed: remove it, or choose another path';
const NO_RIGHT = 'grant this user write permission there, or choose another folder';

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'free some space there and run the same command again; earlier results are kept',
  EDQUOT: 'raise the quota or free some space, then run the same command again',
  EROFS: 'choose a writable folder',
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EMFILE: 'raise the limit of open files (ulimit -n) and run the same command again',
  ENOTDIR: FILE_IN_THE_WAY,
  EEXIST: FILE_IN_THE_WAY,
  EISDIR: 'a folder exists where a file is needed: remove it, or choose another path',
  ENAMETOOLONG: 'choose a shorter path',
  ELOOP: 'the path contains a loop of symbolic links: choose another path',
  EIO: 'the device reports an error: check the disk, then run the same command again',
};

/** Returns true if an error, or its cause, is a disk failure. */
export function isDiskFailure(error: unknown): boolean {
  if (RefbenchError.isInstance(error)) return error.kind === 'disk';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'EIO' || code in HINTS;
}

/** Runs a write, and converts disk failures into an error with the path and a hint. */
export async function guardDisk<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const code = errorCode(error);
    const hint = HINTS[code];
    if (hint === undefined) throw error;
    throw new RefbenchError({
      kind: 'disk',
      message: `cannot write ${path}: ${code}`,
      hint,
      cause: error,
    });
  }
}

/** Returns the code of a system error, such as `ENOENT`, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
