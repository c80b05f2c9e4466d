import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { RefbenchError } from '@refbench/contracts';

/**
 * Resolves a path and rejects it if a symbolic link leads out of the folder, because untrusted
 * paths may refer to files of this host.
 * @returns the path without links, or undefined if it does not exist
 * @throws RefbenchError kind `invalid-file`
 */
export async function resolveWithin(root: string, path: string): Promise<string | undefined> {
  const real = await realOrAbsent(path);
  if (real === undefined) return undefined;
  const inside = relative((await realOrAbsent(root)) ?? root, real);
  if (inside !== '..' && !inside.startsWith('../') && !isAbsolute(inside)) return real;
  throw invalid(path, `a link leads out of ${root}`, 'replace the link with the file itself');
}

/**
 * Reads a regular file within a folder. Returns undefined if it does not exist. Pipes and devices
 * are not opened.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readFileWithin(
  root: string,
  path: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const real = await resolveWithin(root, path);
  return real === undefined ? undefined : await readRegularFile(real, path, maxBytes);
}

async function readRegularFile(realPath: string, path: string, maxBytes: number): Promise<Buffer> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  await using file = await open(realPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(
    (cause: unknown) => {
      throw invalid(path, 'it cannot be read', 'make the file readable for this user', cause);
    },
  );
  const info = await file.stat();
  if (!info.isFile())
    throw invalid(path, 'it is not a regular file', 'replace it with a regular file');
  if (info.size > maxBytes) {
    throw invalid(path, `it is larger than ${maxBytes} bytes`, 'make it smaller');
  }
  return await file.readFile();
}

async function realOrAbsent(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw invalid(path, 'it cannot be reached', 'remove broken links', cause);
  }
}

function invalid(path: string, reason: string, hint: string, cause?: unknown): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${reason}`,
    hint,
    ...(cause === undefined ? {} : { cause }),
  });
}
