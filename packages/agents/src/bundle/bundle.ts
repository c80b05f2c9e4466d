import { chmod, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError, segmentSchema } from '@refbench/contracts';
import { digestOf, guardDisk, withLock } from '@refbench/base';
import { npmInstall } from './npm-install.ts';
import type { BundleSpec } from './bundle-spec.ts';

/** Increased when the layout of bundles changes. */
const LAYOUT = 1;

const inFlight = new Map<string, Promise<string>>();

/**
 * Returns the host folder of a bundle and installs it if necessary. The installation uses a temporary
 * folder, which is renamed when it is complete. Waits if another process installs the same bundle.
 * @throws RefbenchError kind `image` if npm cannot install the packages
 */
export async function ensureBundle(
  stateDir: string,
  spec: BundleSpec,
  signal?: AbortSignal,
): Promise<string> {
  const folder = bundleFolder(stateDir, spec);
  const running = inFlight.get(folder) ?? installOnce(folder, spec, signal);
  inFlight.set(folder, running);
  try {
    await running;
    await markUsed(folder);
    return folder;
  } finally {
    inFlight.delete(folder);
  }
}

/** Updates the time of use, so that a sweep keeps bundles that an attempt may have mounted. */
async function markUsed(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now);
}

export function bundlesFolder(stateDir: string): string {
  return join(stateDir, 'agents');
}

export function bundleFolder(stateDir: string, spec: BundleSpec): string {
  const digest = digestOf({ layout: LAYOUT, ...spec }).slice('sha256:'.length, 19);
  return join(bundlesFolder(stateDir), `${spec.name}-${spec.version}-${digest}`);
}

async function installOnce(
  folder: string,
  spec: BundleSpec,
  signal: AbortSignal | undefined,
): Promise<string> {
  refuseRange(spec);
  if (await isWhole(folder, spec)) return folder;
  const thing = `the installation of ${spec.name} ${spec.version}`;
  return await withLock(`${folder}.lock`, thing, () => install(folder, spec, signal), signal);
}

async function install(
  folder: string,
  spec: BundleSpec,
  signal: AbortSignal | undefined,
): Promise<string> {
  // Another process may have installed it while this one waited.
  if (await isWhole(folder, spec)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await guardDisk(unfinished, async () => {
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'package.json'), manifestOf(spec));
    await npmInstall(unfinished, spec, signal);
  });
  for (const program of spec.programs) await makeExecutable(join(unfinished, program), spec);
  await openToAll(unfinished);
  await rename(unfinished, folder);
  return folder;
}

/** Refuses version ranges, which could install different programs under the same name. */
function refuseRange(spec: BundleSpec): void {
  if (/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?$/.test(spec.version)) {
    if (segmentSchema.safeParse(`${spec.name}-${spec.version.toLowerCase()}`).success) return;
  }
  throw new RefbenchError({
    kind: 'usage',
    message: `"${spec.version}" is not an exact version of ${spec.name}`,
    hint: 'specify a version such as 1.2.3; a range or a tag can refer to another program later',
  });
}

function manifestOf(spec: BundleSpec): string {
  return JSON.stringify({ private: true, dependencies: spec.packages }, null, 2);
}

async function isWhole(folder: string, spec: BundleSpec): Promise<boolean> {
  const present = await Promise.all(
    spec.programs.map((program) =>
      stat(join(folder, program)).then(
        (info) => info.isFile() && (info.mode & 0o111) !== 0,
        () => false,
      ),
    ),
  );
  return present.every(Boolean);
}

async function makeExecutable(path: string, spec: BundleSpec): Promise<void> {
  try {
    await chmod(path, 0o755);
  } catch (error) {
    throw new RefbenchError({
      kind: 'image',
      message: `${spec.name} ${spec.version} does not contain ${path}`,
      hint: 'use the pinned version, or one whose packages are laid out in the same way',
      cause: error,
    });
  }
}

/**
 * Makes files readable for all users, because the user in the container differs from the installing
 * user.
 */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) {
      const { mode } = await stat(path);
      await chmod(path, (mode & 0o111) === 0 ? 0o644 : 0o755);
    }
  }
}
