import { createReadStream, createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_LIMITS, RefbenchError, type Digest, type Instance } from '@refbench/contracts';
import { guardDisk, withLock } from '@refbench/files';
import { packOneCommit, type Repository } from '@refbench/repos';
import type { Engine, ReadOnlyMount, StoppedContainer } from '@refbench/sandbox';
import { ensureBaseImage, type BaseImage } from '../images/base-image.ts';
import { BuildFolder } from '../builds/build-folder.ts';
import { runBuild } from '../builds/build-step.ts';
import { findDependencies, makeDependencies, type LowerLayer } from './dependency-layer.ts';
import { dependenciesDigest, environmentDigest } from './environment-identity.ts';
import {
  buildLogPath,
  lockPath,
  SHELL_CHANGES,
  shortDigest,
  type ImageOptions,
} from '../images/image-options.ts';
import { ensureLeakReport, requireClean } from '../leaks/leak-gate.ts';
import type { LeakReport } from '../leaks/leak-report.ts';
import { changedManifests, writeManifests, type Manifest } from './manifests.ts';
import { layLayer } from './laid-layer.ts';
import { layerDelta, wholeTree } from './layer-delta.ts';
import { RECIPE_FOLDER, recipeDigest, setupDigest } from './recipe.ts';
import { ensureSystemLayer } from './system-layer.ts';
import { spoolTree, type FolderArchive, type SpooledEntry } from './tree-spool.ts';

export interface EnvironmentRequest {
  readonly engine: Engine;
  readonly instance: Instance;
  /** Folder of instance.yaml and `environment/`. */
  readonly instanceDir: string;
  readonly repository: Repository;
  readonly options: ImageOptions;
}

/** An image with base's tree at /testbed and warm caches; agents and tests run in it offline. */
export interface Environment {
  /** The image's config digest: what this host has. */
  readonly imageId: string;
  readonly reference: string;
  /** The environment's identity: equal on every host for equal inputs. */
  readonly imageDigest: Digest;
  readonly recipeDigest: Digest;
  readonly baseImage: BaseImage;
  /** False where this engine had it already. */
  readonly built: boolean;
}

const LABEL = 'refbench.environment';

/** The unprivileged user of every base image, and one fixed time for equal bytes. */
const BENCH = { uid: 10_001, gid: 10_001, mtime: 946_684_800 };

/** An environment and what the leak gate says of it. */
export interface CheckedEnvironment {
  readonly environment: Environment;
  readonly leaks: LeakReport;
}

/**
 * The environment of an instance, built where this engine has none of that identity. Two processes
 * that want the same one build it once. It has passed the leak gate.
 * @throws RefbenchError kinds `image`, `invalid-file`, `engine`
 */
export async function ensureEnvironment(request: EnvironmentRequest): Promise<Environment> {
  const { environment, leaks } = await checkLeaks(request);
  requireClean(leaks, request.options.stateDir);
  return environment;
}

/**
 * As `ensureEnvironment`, but an environment that gives something away is returned with its report;
 * it then has no name that anything would use. `again` searches an image that was searched before.
 */
export async function checkLeaks(
  request: EnvironmentRequest,
  { again = false }: { readonly again?: boolean } = {},
): Promise<CheckedEnvironment> {
  const { engine, instance, instanceDir, repository, options } = request;
  const environment = await findOrBuild(request);
  const leaks = await ensureLeakReport(
    {
      engine,
      imageId: environment.imageId,
      baseImageId: environment.baseImage.imageId,
      instance,
      instanceDir,
      repository,
      network: options.network,
      stateDir: options.stateDir,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    },
    { again, ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }) },
  );
  if (leaks.clean) {
    await engine.tagImage(environment.imageId, environment.reference);
    await engine.removeImage(uncheckedReference(environment.reference));
  } else await engine.removeImage(environment.reference);
  return { environment, leaks };
}

/** The name of an image before it has passed the gate. */
function uncheckedReference(reference: string): string {
  return reference.replace('refbench/env:', 'refbench/unchecked:');
}

async function findOrBuild(request: EnvironmentRequest): Promise<Environment> {
  const { engine, instance, repository, options } = request;
  const recipe = await recipeDigest(request.instanceDir);
  const baseImage = await ensureBaseImage(engine, instance.environment.base_image, options);
  const manifests = await changedManifests(instance, repository);
  const baseTree = await repository.treeId(instance.base);
  const digest = environmentDigest({ recipe, baseTree, baseImage: baseImage.digest, manifests });
  const reference = `refbench/env:${instance.id}-${shortDigest(digest)}`;
  const environment = (imageId: string, built: boolean): Environment => ({
    imageId,
    reference,
    imageDigest: digest,
    recipeDigest: recipe,
    baseImage,
    built,
  });
  const known = await findEnvironment(engine, reference, digest);
  if (known !== undefined) return environment(known, false);
  return await withLock(
    lockPath(options, `env-${shortDigest(digest)}`),
    `environment ${reference}`,
    async () => {
      const since = await findEnvironment(engine, reference, digest);
      if (since !== undefined) return environment(since, false);
      const system = await ensureSystemLayer(engine, request.instanceDir, baseImage, options);
      const image = await build(request, {
        system,
        manifests,
        baseTree,
        reference,
        recipe,
        digest,
      });
      return environment(image, true);
    },
    options.signal,
  );
}

async function findEnvironment(
  engine: Engine,
  reference: string,
  digest: Digest,
): Promise<string | undefined> {
  const tagged = await engine.inspectImage(reference);
  if (tagged?.labels[LABEL] === digest) return tagged.id;
  const [labelled] = await engine.listImages(`${LABEL}=${digest}`);
  return labelled?.id;
}

interface Plan {
  /** Id of the image with the system packages. */
  readonly system: string;
  readonly manifests: readonly Manifest[];
  readonly baseTree: string;
  readonly reference: string;
  readonly recipe: Digest;
  readonly digest: Digest;
}

/**
 * Warms the environment in one container and stores what it holds in two layers: third-party files,
 * which instances of a repository share, and the rest.
 */
async function build(request: EnvironmentRequest, plan: Plan): Promise<string> {
  const { engine, instance, repository, options } = request;
  options.onProgress?.(`${instance.id}: packing the base commit`);
  await using folder = await BuildFolder.create(options.stateDir, options.network);
  const tar = join(folder.beside, 'testbed.tar');
  const packed = packOneCommit(repository, instance.base, BENCH);
  await guardDisk(tar, () => pipeline(packed, createWriteStream(tar)));
  await writeManifests(folder, repository, plan.manifests);
  const dependencies = {
    instance,
    system: plan.system,
    digest: dependenciesDigest({ ...plan, setup: await setupDigest(request.instanceDir) }),
  };
  const known = await findDependencies(engine, dependencies, options);
  options.onProgress?.(
    `${instance.id}: ${known === undefined ? 'installing dependencies' : 'dependencies are there'}`,
  );
  const step = {
    thing: `environment of ${instance.id}`,
    owner: instance.id,
    image: known?.imageId ?? plan.system,
    script: ['warm.sh'] as const,
    folder,
    mounts: [scriptsMount(request.instanceDir)],
    archives: [{ directory: '/testbed', open: () => createReadStream(tar) }],
    logPath: buildLogPath(options, `${instance.id}-${shortDigest(plan.digest)}`),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
  return await runBuild(engine, step, async (stopped) => {
    options.onProgress?.(`${instance.id}: storing the image`);
    const spool = join(folder.beside, 'spool');
    const entries = await guardDisk(spool, () => spoolTree(foldersOf(stopped), spool));
    refuseTooLarge(instance, entries, options);
    const tree = { spool, entries };
    const lower = known ?? (await makeDependencies(engine, dependencies, tree, options));
    return await layEnvironment(request, plan, lower, tree);
  });
}

/** The engine only looks at a build's size now and then; what is stored is weighed to the byte. */
function refuseTooLarge(
  instance: Instance,
  entries: readonly SpooledEntry[],
  { limits = DEFAULT_LIMITS.build }: ImageOptions,
): void {
  const { writtenBytes } = wholeTree(entries);
  if (writtenBytes <= limits.storage_bytes) return;
  throw new RefbenchError({
    kind: 'image',
    message: `environment of ${instance.id}: it wrote more than ${Math.floor(limits.storage_bytes / 2 ** 20)} MiB`,
    mend: 'let setup_shell.sh keep less, or give the images of a run more room with --disk',
  });
}

async function layEnvironment(
  { engine, instance, options }: EnvironmentRequest,
  plan: Plan,
  lower: LowerLayer,
  tree: { readonly spool: string; readonly entries: readonly SpooledEntry[] },
): Promise<string> {
  const onLower = layerDelta(tree.entries, lower.index);
  const below = onLower === undefined ? plan.system : lower.imageId;
  const delta = onLower ?? wholeTree(tree.entries);
  return await layLayer(
    engine,
    {
      thing: `environment of ${instance.id}`,
      owner: instance.id,
      below,
      delta,
      spool: tree.spool,
      reference: uncheckedReference(plan.reference),
      changes: [
        `LABEL ${LABEL}=${plan.digest}`,
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

/** All that a setup can write to and that is kept: it runs as bench. */
async function* foldersOf(stopped: StoppedContainer): AsyncGenerator<FolderArchive> {
  yield { parent: 'home', archive: await stopped.getArchive('/home/bench') };
  yield { parent: '', archive: await stopped.getArchive('/testbed') };
}

function scriptsMount(instanceDir: string): ReadOnlyMount {
  return { source: resolve(instanceDir, RECIPE_FOLDER), target: '/scripts' };
}
