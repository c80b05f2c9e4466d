import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TemporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What is expensive to create and never belongs to one process. All tests of this host share it. */
const SHARED = [
  'agents',
  'baselines',
  'cache',
  'dependency-layers',
  'leaks',
  'locks',
  'matches',
  'opengrep',
  'opengrep-command',
  'repositories',
  'rules',
  'scans',
];

/** Returns the state folder of the project, with the caches that tests share. */
function sharedState(): string {
  return process.env['REFBENCH_STATE_DIR'] ?? join(root, '.refbench');
}

/**
 * Creates a state folder for one test file: a scope of its own, so that nothing that other tests leave
 * or use is found or swept in it, with links to the shared caches.
 */
export async function testState(): Promise<TemporaryFolder> {
  const shared = sharedState();
  // In the project, because disks of containers need a real file system, which /tmp need not be.
  const parent = join(shared, 'tests');
  await mkdir(parent, { recursive: true });
  const path = await mkdtemp(join(parent, 's-'));
  await linkSharedCaches(path);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Links the shared caches into a state folder, which exists and is empty. */
export async function linkSharedCaches(path: string): Promise<void> {
  const shared = sharedState();
  for (const name of SHARED) {
    await mkdir(join(shared, name), { recursive: true });
    await symlink(join(shared, name), join(path, name));
  }
  await linkImageTrees(shared, path);
}

/**
 * Copies what was measured on this host into a state folder, for a process that must not write to the
 * shared one, such as root in a container.
 */
export async function copyMeasurements(path: string): Promise<void> {
  for (const name of ['baselines', 'leaks']) {
    const from = join(sharedState(), name);
    await mkdir(from, { recursive: true });
    await cp(from, join(path, name), { recursive: true });
  }
}

/** Directories of images that were unpacked for containers. They are only read. */
async function linkImageTrees(shared: string, path: string): Promise<void> {
  for (const engine of await readdir(join(shared, 'engines')).catch(() => [])) {
    await mkdir(join(path, 'engines', engine), { recursive: true });
    for (const name of ['lower', 'probe.json']) {
      await symlink(join(shared, 'engines', engine, name), join(path, 'engines', engine, name));
    }
  }
}
