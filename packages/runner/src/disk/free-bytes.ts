import { statfs } from 'node:fs/promises';

/**
 * Returns the smallest free space of the paths. Paths that do not exist on this host (with a remote
 * engine) are skipped.
 */
export async function freeBytes(paths: readonly string[]): Promise<number> {
  const free = await Promise.all(
    paths.map(async (path) => {
      const info = path === '' ? undefined : await statfs(path).catch(() => undefined);
      return info === undefined ? Number.MAX_SAFE_INTEGER : info.bavail * info.bsize;
    }),
  );
  return Math.min(...free);
}
