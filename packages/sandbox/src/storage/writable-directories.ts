import { posix } from 'node:path';
import { RefbenchError } from '@refbench/contracts';

/**
 * Directories that start empty and are writable for all. Their content in the image is not needed.
 */
export const SCRATCH: ReadonlySet<string> = new Set(['/tmp', '/var/tmp']);

/** Normalizes the directories and omits those inside another one. */
export function writableDirectories(wanted: readonly string[]): readonly string[] {
  const normal = wanted.map((directory) => {
    const path = posix.normalize(directory).replace(/(?<=.)\/$/, '');
    if (!path.startsWith('/') || path === '/') throw unusable(directory);
    return path;
  });
  const all = [...new Set(normal)].sort();
  return all.filter((path) => !all.some((other) => path.startsWith(`${other}/`)));
}

function unusable(directory: string): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `${JSON.stringify(directory)} cannot be a writable directory of a container`,
    hint: 'specify absolute directories below /',
  });
}
