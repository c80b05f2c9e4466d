import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefbenchError } from '@refbench/contracts';
import { errorText, shortDigest, withLock } from '@refbench/base';
import type { Engine, ImageInfo } from '@refbench/sandbox';
import type { Architecture } from './architecture.ts';
import { bootstrapDebian } from './bootstrap.ts';
import { BuildFolder } from '../builds/build-folder.ts';
import { runBuildStep } from '../builds/build-step.ts';
import type { SystemDefinition } from './image-definitions.ts';
import { osDigest } from './image-identity.ts';
import { buildLogPath, lockPath, SHELL_CHANGES, type ImageOptions } from './image-options.ts';

/** A reachable registry responds within this time. Slower pulls are abandoned. */
const PULL_TIMEOUT_MS = 60_000;

/** Builds the operating system layer, which all base images share. Returns the id of the image. */
export async function ensureOsLayer(
  engine: Engine,
  os: SystemDefinition,
  architecture: Architecture,
  options: ImageOptions,
): Promise<string> {
  const digest = osDigest(os, architecture);
  const reference = `refbench/os:${os.suite}-${shortDigest(digest)}`;
  const label = `LABEL refbench.os=${digest}`;
  return await withLock(
    lockPath(options, `os-${shortDigest(digest)}`),
    `operating system layer ${reference}`,
    async () => {
      const known = await engine.inspectImage(reference);
      if (known?.labels['refbench.os'] === digest) return known.id;
      await using folder = await BuildFolder.create(options.stateDir, options.network);
      const pulled = await tryPull(engine, os, options);
      if (pulled !== undefined) {
        return await addPackages(engine, os, pulled, { reference, label, folder, options });
      }
      options.onProgress?.(`Debian ${os.suite}: bootstrapping from the distribution's archive`);
      const tar = join(folder.beside, 'rootfs.tar');
      await bootstrapDebian(os, tar, options);
      const imported = await engine.importImage(createReadStream(tar), reference, [
        label,
        'LABEL refbench.source=archive',
        'CMD ["/bin/bash"]',
      ]);
      return imported.id;
    },
    options.signal,
  );
}

/** Returns undefined if the image must be bootstrapped instead. */
async function tryPull(
  engine: Engine,
  os: SystemDefinition,
  options: ImageOptions,
): Promise<ImageInfo | undefined> {
  const source = os.fallback === 'registry' ? 'registry' : (options.osSource ?? 'auto');
  if (source === 'archive') return undefined;
  options.onProgress?.(`${os.suite}: pulling ${os.registry_image} from the registry`);
  try {
    return await pullInTime(engine, os.registry_image, options.signal);
  } catch (cause) {
    options.signal?.throwIfAborted();
    const reason = errorText(cause);
    if (source === 'registry') {
      throw new RefbenchError({
        kind: 'image',
        message: `${os.registry_image} could not be pulled: ${reason}`,
        hint: "make sure that the engine can reach a registry with this image, or use the distribution's archive",
        cause,
      });
    }
    options.onProgress?.(`no registry is reachable (${reason})`);
    return undefined;
  }
}

async function pullInTime(
  engine: Engine,
  reference: string,
  signal: AbortSignal | undefined,
): Promise<ImageInfo> {
  const timer = new AbortController();
  const giveUp = signal === undefined ? timer.signal : AbortSignal.any([timer.signal, signal]);
  try {
    return await Promise.race([
      engine.pullImage(reference),
      sleep(PULL_TIMEOUT_MS, undefined, { signal: giveUp }).then(() => {
        throw new Error(`no answer within ${PULL_TIMEOUT_MS / 1000} s`);
      }),
    ]);
  } finally {
    timer.abort();
  }
}

async function addPackages(
  engine: Engine,
  os: SystemDefinition,
  pulled: ImageInfo,
  step: {
    readonly reference: string;
    readonly label: string;
    readonly folder: BuildFolder;
    readonly options: ImageOptions;
  },
): Promise<string> {
  const { options } = step;
  return await runBuildStep(engine, {
    thing: `operating system layer ${os.registry_image}`,
    owner: 'os',
    image: pulled.id,
    script: ['os-packages.sh', ...os.packages],
    folder: step.folder,
    reference: step.reference,
    changes: [step.label, 'LABEL refbench.source=registry', ...SHELL_CHANGES],
    logPath: buildLogPath(options, step.reference.replaceAll(/[/:]/g, '-')),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}
