import { join } from 'node:path';
import type { Digest } from '@refbench/contracts';
import { withLock } from '@refbench/files';
import type { Engine } from '@refbench/sandbox';
import { hostArchitecture } from './architecture.ts';
import { BuildFolder } from '../builds/build-folder.ts';
import { hostVariables } from '../builds/build-network.ts';
import { runBuildStep } from '../builds/build-step.ts';
import { baseDigest, imageDefinition, pinnedArchives } from './image-definitions.ts';
import {
  buildLogPath,
  lockPath,
  SHELL_CHANGES,
  shortDigest,
  type ImageOptions,
} from './image-options.ts';
import { fetchNpmArchive } from './npm-archive.ts';
import { ensureOsLayer } from './os-layer.ts';
import { toolchainLayer, type FetchedArchive } from './toolchain-layer.ts';

/** An image that environments are built on. */
export interface BaseImage {
  readonly name: string;
  /** The image's config digest: what this host has. Two hosts' may differ in system packages. */
  readonly imageId: string;
  /** Of the definition with everything pinned in it: equal on every host of one architecture. */
  readonly digest: Digest;
  readonly reference: string;
}

/**
 * The base image of that name, built where this engine has none of that digest.
 * @throws RefbenchError kind `image`
 */
export async function ensureBaseImage(
  engine: Engine,
  name: string,
  options: ImageOptions,
): Promise<BaseImage> {
  const architecture = hostArchitecture();
  const definition = imageDefinition(options.definitions, name);
  const digest = baseDigest(options.definitions, name, architecture);
  const reference = `refbench/base:${name}-${shortDigest(digest)}`;
  const image = (id: string): BaseImage => ({ name, imageId: id, digest, reference });
  const known = await engine.inspectImage(reference);
  if (known?.labels['refbench.digest'] === digest) return image(known.id);
  return await withLock(
    lockPath(options, `base-${shortDigest(digest)}`),
    `base image ${reference}`,
    async () => {
      const since = await engine.inspectImage(reference);
      if (since?.labels['refbench.digest'] === digest) return image(since.id);
      const os = await ensureOsLayer(engine, architecture, options);
      const archives: FetchedArchive[] = [];
      for (const archive of pinnedArchives(definition, architecture)) {
        options.onProgress?.(`base image ${name}: fetching ${archive.package}@${archive.version}`);
        archives.push({ archive, path: await fetchNpmArchive(archive, fetchOptions(options)) });
      }
      options.onProgress?.(`base image ${name}: building`);
      await using folder = await BuildFolder.create(options.stateDir, options.network);
      const id = await runBuildStep(engine, {
        thing: `base image "${name}"`,
        owner: name,
        image: os,
        script: ['base.sh', ...definition.packages],
        folder,
        archives: [{ directory: '/', open: () => toolchainLayer(definition, archives) }],
        reference,
        changes: [
          `LABEL refbench.base=${name}`,
          `LABEL refbench.digest=${digest}`,
          'ENV LANG=C.UTF-8',
          'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
          ...SHELL_CHANGES,
        ],
        logPath: buildLogPath(options, `base-${name}-${shortDigest(digest)}`),
        ...(options.limits === undefined ? {} : { limits: options.limits }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
      return image(id);
    },
    options.signal,
  );
}

function fetchOptions(options: ImageOptions): Parameters<typeof fetchNpmArchive>[1] {
  return {
    cacheDir: join(options.stateDir, 'cache', 'archives'),
    env: hostVariables(options.network),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}
