import { randomBytes } from 'node:crypto';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ownedName } from '@refbench/base';
import { pack } from 'tar-stream';
import type { EngineApi } from '../api/engine-api.ts';
import { Images } from '../images/images.ts';
import { overlayStorage } from './overlay-storage.ts';
import { IdleContainer } from './idle-container.ts';
import { probeLabels } from './probe-labels.ts';
import type { StateFolder } from './state-folder.ts';

const TIMEOUT_MS = 60_000;
const LIMIT_BYTES = 32 * 2 ** 20;
const TARGET = '/probe';

/** Creates an image with one empty directory. Probes use only the archive API and run nothing. */
export async function withProbeImage<T>(
  api: EngineApi,
  use: (imageId: string) => Promise<T>,
): Promise<T> {
  const images = new Images(api);
  const reference = `refbench-probe:${randomBytes(6).toString('hex')}`;
  const rootfs = pack();
  rootfs.entry({ name: 'probe/', type: 'directory' });
  rootfs.finalize();
  const image = await images.import(Readable.from(rootfs), reference, []);
  try {
    return await use(image.id);
  } finally {
    await images.remove(reference);
  }
}

/** Returns true if a layer of limited size rejects more data. */
export async function probeStorageOpt(
  api: EngineApi,
  imageId: string,
  state: StateFolder,
): Promise<boolean> {
  const options = { StorageOpt: { size: String(LIMIT_BYTES) } };
  try {
    const parts = { imageId, labels: await probeLabels(state), hostConfig: options };
    await using container = await IdleContainer.create(api, parts);
    return await enforcesLimit(container);
  } catch {
    // Most drivers reject the option immediately.
    return false;
  }
}

/**
 * Returns true if an overlay on a loop disk shows the lower layer, stores written files and
 * enforces its size.
 */
export async function probeOverlayLoop(
  api: EngineApi,
  imageId: string,
  state: StateFolder,
): Promise<boolean> {
  const lower = join(state.lower, ownedName());
  const name = `refbench-probe-${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(lower, { recursive: true, mode: 0o700 });
    await writeFile(join(lower, 'below'), '');
    const labels = await probeLabels(state);
    await using storage = overlayStorage({
      api,
      state,
      limitBytes: LIMIT_BYTES,
      name,
      run: '',
      labels,
      folders: [],
      trees: new Map([[TARGET, { kind: 'tree', path: lower }]]),
      polled: false,
    });
    await storage.createVolumes();
    await storage.prepareDisk();
    const parts = { imageId, labels, hostConfig: { Mounts: storage.mounts } };
    await using container = await IdleContainer.create(api, parts);
    await container.getText(`${TARGET}/below`);
    return (await enforcesLimit(container)) && (await isUntouched(lower));
  } catch {
    return false;
  } finally {
    await rm(lower, { recursive: true, force: true });
  }
}

/** Returns true if a small file can be written and one above the limit cannot. */
async function enforcesLimit(container: IdleContainer): Promise<boolean> {
  await put(container, 'small', 1);
  return await put(container, 'large', LIMIT_BYTES).then(
    () => false,
    () => true,
  );
}

async function put(container: IdleContainer, name: string, bytes: number): Promise<void> {
  const tar = pack();
  tar.entry({ name }, Buffer.alloc(bytes, 'x'));
  tar.finalize();
  await container.put(TARGET, Readable.from(tar), TIMEOUT_MS);
}

/** Returns true if the written file is not in the lower tree. */
async function isUntouched(lower: string): Promise<boolean> {
  return await access(join(lower, 'small')).then(
    () => false,
    () => true,
  );
}
