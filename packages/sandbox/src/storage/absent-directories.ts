import { Readable } from 'node:stream';
import { pack } from 'tar-stream';
import { isNotFound } from '../api/engine-api-error.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { AGENT_UID } from '../security-profile/profile.ts';

const HEAD_TIMEOUT_MS = 30_000;

/** Returns a tar archive of the directories that a container lacks. Undefined if it has all. */
export async function absentDirectories(
  api: EngineApi,
  id: string,
  directories: readonly string[],
): Promise<Readable | undefined> {
  const absent = await Promise.all(
    directories.map(async (path) => ((await has(api, id, path)) ? [] : [path])),
  );
  const names = absent.flat();
  if (names.length === 0) return undefined;
  const tar = pack();
  for (const name of names) {
    const owner = { uid: AGENT_UID, gid: AGENT_UID, mode: 0o755 };
    tar.entry({ name: `${name.slice(1)}/`, type: 'directory', ...owner });
  }
  tar.finalize();
  return Readable.from(tar);
}

async function has(api: EngineApi, id: string, path: string): Promise<boolean> {
  try {
    await api.text({
      method: 'HEAD',
      path: `/containers/${id}/archive`,
      query: { path },
      timeoutMs: HEAD_TIMEOUT_MS,
    });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
