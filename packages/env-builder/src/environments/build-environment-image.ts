import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_LIMITS, RefbenchError, type Digest, type Instance } from '@refbench/contracts';
import { guardDisk, shortDigest, withLock } from '@refbench/base';
import { packOneCommit, type Repository } from '@refbench/repos';
import type { Engine, StoppedContainer } from '@refbench/sandbox';
import { BuildFolder } from '../builds/build-folder.ts';
import { runBuild } from '../builds/build-step.ts';
import { KIND_LABELS } from '../images/image-kind.ts';
import {
  buildLogPath,
  lockPath,
  SHELL_CHANGES,
  type ImageOptions,
} from '../images/image-options.ts';
import {
  findDependencies,
  makeDependencies,
  type DependencyPlan,
  type LowerLayer,
} from './dependency-layer.ts';
import { dependenciesDigest } from './environment-identity.ts';
import { deltaOf, removeLayerCache, writeLayerCache, readLayerCache } from './layer-cache.ts';
import { buildCopiedLayer } from './copied-layer.ts';
import { layerDelta, wholeTree, type LayerDelta } from './layer-delta.ts';
import { writeManifests, type Manifest } from './manifests.ts';
import { setupDigest } from './recipe.ts';
import {
  IMAGE_TIME,
  indexArchive,
  indexTree,
  type FolderArchive,
  type TarIndexEntry,
} from './tar-index.ts';

export interface EnvironmentRequest {
  readonly engine: Engine;
  readonly instance: Instance;
  /** Folder of instance.yaml and `environment/`. */
  readonly instanceDir: string;
  readonly repository: Repository;
  readonly options: ImageOptions;
}

export const ENVIRONMENT_LABEL: string = KIND_LABELS.environment;

/** The unprivileged user of every base image, and a fixed time for reproducible bytes. */
const BENCH = { uid: 10_001, gid: 10_001, mtime: IMAGE_TIME };

/** The name of an image before it has passed the leak gate. */
export function uncheckedReference(reference: string): string {
  return reference.replace('refbench/env:', 'refbench/unchecked:');
}

/** Everything that determines a build, computed before it starts. */
export interface EnvironmentPlan {
  /** Id of the image with the system packages. */
  readonly system: string;
  readonly manifests: readonly Manifest[];
  readonly baseTree: string;
  readonly reference: string;
  readonly recipe: Digest;
  /** The folder with all scripts of the instance. */
  readonly scripts: string;
  readonly digest: Digest;
}

/**
 * Warms the environment in one container and stores its files in two layers: third-party files, which
 * instances of a repository share, and the rest. If that was done before and the first layer still
 * exists, the second layer is restored without warming again.
 */
export async function buildEnvironmentImage(
  request: EnvironmentRequest,
  plan: EnvironmentPlan,
): Promise<string> {
  const { instance, repository, options } = request;
  options.onProgress?.('packing the base commit');
  await using folder = await BuildFolder.create(options.stateDir, options.network);
  const tar = join(folder.beside, 'testbed.tar');
  const stream = packOneCommit(repository, instance.base, BENCH, instance.environment.ignored);
  await guardDisk(tar, () => pipeline(stream, createWriteStream(tar)));
  const packed: PackedCommit = { tar, entries: await indexArchive('testbed', tar) };
  const digest = dependenciesDigest({ ...plan, setup: await setupDigest(request.instanceDir) });
  return await withLock(
    lockPath(options, `deps-${shortDigest(digest)}`),
    `dependencies of ${instance.id}`,
    async () => {
      const dependencies = { instance, system: plan.system, digest };
      const known = await findDependencies(request.engine, dependencies, options);
      const rest = known === undefined ? undefined : await readLayerCache(digest, options);
      if (known === undefined || rest === undefined) {
        return await warm(request, plan, { folder, packed, dependencies, known });
      }
      options.onProgress?.('reusing dependencies and cached files of the setup');
      return await copyEnvironment(
        request,
        plan,
        known.imageId,
        deltaOf({ below: known.index, packed: packed.entries, rest }),
      );
    },
    options.signal,
  );
}

/** The files of a commit in an archive. */
interface PackedCommit {
  readonly tar: string;
  readonly entries: readonly TarIndexEntry[];
}

interface WarmPlan {
  readonly folder: BuildFolder;
  readonly packed: PackedCommit;
  readonly dependencies: DependencyPlan;
  readonly known: LowerLayer | undefined;
}

async function warm(
  request: EnvironmentRequest,
  plan: EnvironmentPlan,
  { folder, packed, dependencies, known }: WarmPlan,
): Promise<string> {
  const { engine, instance, options } = request;
  await writeManifests(folder, request.repository, plan.manifests);
  await removeLayerCache(dependencies.digest, options);
  const doing = known === undefined ? 'installing dependencies' : 'reusing dependencies';
  options.onProgress?.(doing);
  const step = {
    thing: `environment of ${instance.id}`,
    owner: instance.id,
    image: known?.imageId ?? plan.system,
    script: ['warm.sh'] as const,
    folder,
    mounts: [{ source: plan.scripts, target: '/scripts' }],
    archives: [{ directory: '/testbed', open: () => createReadStream(packed.tar) }],
    logPath: buildLogPath(options, `${instance.id}-${shortDigest(plan.digest)}`),
    onTime: (time: string) => options.onProgress?.(`${doing} took ${time}`),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
  return await runBuild(engine, step, async (stopped) => {
    options.onProgress?.('storing the image');
    const spool = join(folder.beside, 'spool');
    const entries = await guardDisk(spool, () => indexTree(foldersOf(stopped), spool));
    refuseTooLarge(instance, entries, options);
    const lower = known ?? (await makeDependencies(engine, dependencies, entries, options));
    const onLower = layerDelta(entries, lower.index);
    const below = onLower === undefined ? plan.system : lower.imageId;
    const image = await copyEnvironment(request, plan, below, onLower ?? wholeTree(entries));
    if (onLower?.removed.length === 0) {
      const laid = { packed: packed.entries, below: lower.index, written: onLower.written };
      await writeLayerCache(dependencies.digest, laid, options);
    }
    return image;
  });
}

/** Checks the exact size of the stored files, because the engine only polls the size of a build. */
function refuseTooLarge(
  instance: Instance,
  entries: readonly TarIndexEntry[],
  { limits = DEFAULT_LIMITS.build }: ImageOptions,
): void {
  const { writtenBytes } = wholeTree(entries);
  if (writtenBytes <= limits.storage_bytes) return;
  throw new RefbenchError({
    kind: 'image',
    message: `environment of ${instance.id}: it wrote more than ${Math.floor(limits.storage_bytes / 2 ** 20)} MiB`,
    hint: 'reduce the files that setup_shell.sh creates, or raise --disk',
  });
}

async function copyEnvironment(
  { engine, instance, options }: EnvironmentRequest,
  plan: EnvironmentPlan,
  below: string,
  delta: LayerDelta<TarIndexEntry>,
): Promise<string> {
  return await buildCopiedLayer(
    engine,
    {
      thing: `environment of ${instance.id}`,
      owner: instance.id,
      below,
      delta,
      reference: uncheckedReference(plan.reference),
      changes: [
        `LABEL ${ENVIRONMENT_LABEL}=${plan.digest}`,
        `LABEL refbench.recipe=${plan.recipe}`,
        'USER bench',
        'WORKDIR /testbed',
        ...SHELL_CHANGES,
      ],
      logPath: buildLogPath(options, `${instance.id}-${shortDigest(plan.digest)}-stored`),
    },
    options,
  );
}

/** The folders that the setup, which runs as bench, can write and that are kept. */
async function* foldersOf(stopped: StoppedContainer): AsyncGenerator<FolderArchive> {
  // Not /home/bench: an engine refuses a link that leaves the folder into which it unpacks.
  yield { parent: '', archive: await stopped.getArchive('/home') };
  yield { parent: '', archive: await stopped.getArchive('/testbed') };
}
