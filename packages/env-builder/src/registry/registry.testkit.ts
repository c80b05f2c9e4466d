import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { temporaryFolder } from '@refbench/test-helpers';
import { vi } from 'vitest';

const PROGRAM = '/usr/bin/docker-registry';

/** The registry accepts this login only. */
export const LOGIN = { user: 'me', password: 'secret' } as const;
/** The password, hashed as a registry wants it. */
const HTPASSWD = 'me:$2b$05$nfOzhhghqh5/HGpKa1IZzujNBkS.BcZJF3Q8SKHfr6l1fbY3HtkoC\n';

export function isRegistryInstalled(): boolean {
  try {
    accessSync(PROGRAM, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface TestRegistry extends AsyncDisposable {
  /** host:port */
  readonly host: string;
}

/** Starts Debian's docker-registry on a free port of localhost, with plain HTTP and a login. */
export async function startRegistry(): Promise<TestRegistry> {
  const folder = await temporaryFolder();
  const host = `127.0.0.1:${await freePort()}`;
  const [config, users] = [join(folder.path, 'registry.yml'), join(folder.path, 'users')];
  await writeFile(users, HTPASSWD);
  await writeFile(
    config,
    JSON.stringify({
      version: 0.1,
      storage: { filesystem: { rootdirectory: join(folder.path, 'registry') } },
      http: { addr: host },
      auth: { htpasswd: { realm: 'test', path: users } },
    }),
  );
  const registry = spawn(PROGRAM, ['serve', config], { stdio: 'ignore' });
  await vi.waitFor(
    async () => {
      if ((await fetch(`http://${host}/v2/`)).status !== 401) throw new Error('not yet');
    },
    { timeout: 180_000, interval: 100 },
  );
  return {
    host,
    async [Symbol.asyncDispose]() {
      const closed = once(registry, 'close');
      registry.kill();
      await closed;
      await folder[Symbol.asyncDispose]();
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
