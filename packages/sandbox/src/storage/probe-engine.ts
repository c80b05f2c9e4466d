import { mkdir, readFile } from 'node:fs/promises';
import { readJsonFile, writeFileAtomic } from '@refbench/base';
import { z } from 'zod';
import type { EngineApi } from '../api/engine-api.ts';
import type { EngineInfo, StorageMethod } from '../contract/engine-info.ts';
import type { StateFolder } from './state-folder.ts';
import { probeOverlayLoop, probeStorageOpt, withProbeImage } from './probe.ts';
import { probeSharedFiles } from './shared-files.ts';

const probeSchema = z.strictObject({
  engine_version: z.string(),
  boot: z.string(),
  method: z.enum(['storage-opt', 'overlay-loop', 'advisory']),
  shares_files: z.boolean(),
});

/** What an engine offers to containers. */
export interface EngineAbilities {
  /** The best method to limit the storage of a container. */
  readonly method: StorageMethod;
  /** True if the engine sees the files of this host under the same paths. */
  readonly sharesFiles: boolean;
}

/**
 * Finds out what an engine offers by testing it, because the claims of engines are unreliable. The
 * result is stored until the engine changes or the host reboots.
 */
export async function probeEngine(
  api: EngineApi,
  info: EngineInfo,
  state: StateFolder,
): Promise<EngineAbilities> {
  const boot = await bootId();
  const known = await readJsonFile(state.probe, probeSchema);
  if (known.kind === 'valid') {
    const { engine_version, boot: then, method, shares_files: sharesFiles } = known.value;
    if (engine_version === info.version && then === boot) return { method, sharesFiles };
  }
  const claim = await state.claim();
  const found = await withProbeImage(api, async (imageId): Promise<EngineAbilities> => {
    const sharesFiles = await probeSharedFiles(api, imageId, state);
    const method = async (): Promise<StorageMethod> => {
      if (await probeStorageOpt(api, imageId, state)) return 'storage-opt';
      const canMount = sharesFiles && canMountForEngine(info, state);
      if (canMount && (await probeOverlayLoop(api, imageId, state))) return 'overlay-loop';
      return 'advisory';
    };
    return { sharesFiles, method: await method() };
  });
  claim.release();
  await mkdir(state.root, { recursive: true, mode: 0o700 });
  const record = {
    engine_version: info.version,
    boot,
    method: found.method,
    shares_files: found.sharesFiles,
  };
  await writeFileAtomic(state.probe, `${JSON.stringify(record)}\n`);
  return found;
}

/**
 * Returns whether overlay storage is possible. Loop devices need root, and an engine that sees the
 * mounts and owners of this host.
 */
function canMountForEngine(info: EngineInfo, state: StateFolder): boolean {
  return (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    info.socketPath.startsWith('/') &&
    !info.rootless &&
    // These characters end an option or a layer in the mount options of overlay.
    !/[,:\\"]/.test(state.root)
  );
}

async function bootId(): Promise<string> {
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => 'unknown');
  return text.trim();
}
