import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundleFolder, bundlesFolder } from './bundle/bundle.ts';
import { hostArchitecture } from './bundle/host-platform.ts';
import { nodeBundle } from './bundle/node-bundle.ts';
import { ripgrepBundle } from './bundle/ripgrep-bundle.ts';
import { clientBundle } from './clients/client-bundle.ts';
import { CLIENTS } from './clients/clients.ts';

/** An installed client that is not a pinned version. */
export interface OldBundle {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Longer than any attempt. A bundle that was used more recently may be mounted in a running container.
 */
const UNUSED_MS = 24 * 60 * 60 * 1000;

const GOING = '.removed';

/**
 * Removes (or lists) installed clients that are not pinned and were not used for a day. They are
 * installed again when needed.
 */
export async function sweepBundles(
  stateDir: string,
  dryRun: boolean,
  now: number = Date.now(),
): Promise<readonly OldBundle[]> {
  const parent = bundlesFolder(stateDir);
  const pinned = pinnedBundles(stateDir);
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  const old: OldBundle[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    if (pinned.has(name)) continue;
    const path = join(parent, name);
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs < UNUSED_MS) continue;
    old.push({ name: name.replace(GOING, ''), bytes: await bytesBelow(path) });
    if (!dryRun) await remove(path);
  }
  return old;
}

function pinnedBundles(stateDir: string): ReadonlySet<string> {
  const arch = hostArchitecture();
  const specs = [
    nodeBundle(arch),
    ripgrepBundle(arch),
    ...CLIENTS.map((client) => clientBundle(client, client.version, arch)),
  ];
  return new Set(specs.map((spec) => basename(bundleFolder(stateDir, spec))));
}

/** Renames the folder before removing it, so that a partial bundle is never used. */
async function remove(path: string): Promise<void> {
  const going = path.endsWith(GOING) ? path : path + GOING;
  if (going !== path) await rename(path, going);
  await rm(going, { recursive: true, force: true });
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
