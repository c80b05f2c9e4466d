import type { PackageList } from '@refbench/contracts';
import { Refusal } from '../contract/refusal.ts';
import { PackageStore, type Stored } from '../store/package-store.ts';
import { readAsked } from './asked-path.ts';
import { openDoorServer, type Reply } from './http-server.ts';

/** A door that hands out exactly what is on a list, without any registry. */
export interface ReplayDoor extends AsyncDisposable {
  /** Folder with the socket, for a read-only mount. */
  readonly socketDir: string;
  /** Paths that were asked for and are not on the list. */
  readonly missing: () => readonly string[];
}

/**
 * Entries of a list that this host cannot vouch for: it lacks the content, or no door of this host handed it
 * out under this path. A list of another host says nothing about what a registry has under a path.
 */
export async function missingContent(
  stateDir: string,
  list: Pick<PackageList, 'instance' | 'archives' | 'documents'>,
): Promise<readonly string[]> {
  await using store = await PackageStore.open(stateDir);
  const missing: string[] = [];
  for (const entry of [...list.archives, ...list.documents]) {
    if (!(await store.wasHandedOut(list.instance, entry))) missing.push(entry.path);
  }
  return missing;
}

export async function openReplayDoor(
  stateDir: string,
  list: Pick<PackageList, 'archives' | 'documents'>,
): Promise<ReplayDoor> {
  const store = await PackageStore.open(stateDir);
  const known = new Map<string, Stored & { readonly type: string }>();
  for (const { form, path, ...stored } of list.documents) known.set(`${form} ${path}`, stored);
  const type = 'application/octet-stream';
  for (const { path, sha256, bytes } of list.archives)
    known.set(` ${path}`, { sha256, bytes, type });
  const missing = new Set<string>();
  const handle = (request: {
    readonly method: string;
    readonly url: string;
    readonly accept: string;
  }): Promise<Reply> => {
    try {
      const asked = readAsked(request.method, request.url, request.accept);
      const found = known.get(`${asked.form} ${asked.path}`);
      if (found !== undefined) {
        const { bytes, sha256 } = found;
        return Promise.resolve({
          kind: 'file',
          file: store.pathOf(sha256),
          bytes,
          type: found.type,
        });
      }
      missing.add(asked.path);
      throw new Refusal(
        'unknown',
        `${asked.path} is not among the recorded packages of this patch`,
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return Promise.resolve({ kind: 'refused', status: error.status, line: error.message });
    }
  };
  const server = await openDoorServer(stateDir, handle);
  return {
    socketDir: server.socketDir,
    missing: () => [...missing].sort(),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}
