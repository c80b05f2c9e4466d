import { statfs } from 'node:fs/promises';

/** Free space where it is least; a path that this host does not have (a distant engine) is passed over. */
export async function freeBytes(paths: readonly string[]): Promise<number> {
  const free = await Promise.all(
    paths.map(async (path) => {
      const info = path === '' ? undefined : await statfs(path).catch(() => undefined);
      return info === undefined ? Number.MAX_SAFE_INTEGER : info.bavail * info.bsize;
    }),
  );
  return Math.min(...free);
}
