import type { Digest } from '@refbench/contracts';
import { shortDigest, withLock } from '@refbench/base';
import { ensureLeakReport, requireClean, type LeakReport } from '@refbench/leak-gate';
import type { Engine } from '@refbench/sandbox';
import { recordBuild } from '../builds/build-record.ts';
import {
  baseIdentity,
  ensureBaseImage,
  type BaseIdentity,
  type BaseImage,
} from '../images/base-image.ts';
import { buildLogPath, lockPath } from '../images/image-options.ts';
import {
  buildEnvironmentImage,
  ENVIRONMENT_LABEL,
  uncheckedReference,
  type EnvironmentRequest,
} from './build-environment-image.ts';
import { removeEnvironment } from './dependency-layer.ts';
import { environmentDigest } from './environment-identity.ts';
import { requireUntracked } from './ignored-paths.ts';
import { changedManifests, type Manifest } from './manifests.ts';
import { releasedPrograms } from './provided-files.ts';
import { recipeDigest } from './recipe.ts';
import { recipeFolder } from './recipe-folder.ts';
import { requireObjects } from './require-objects.ts';
import { ensureSystemLayer } from './system-layer.ts';

/** An image with the tree of base at /testbed and warm caches. Agents and tests run in it offline. */
export interface Environment {
  /** The config digest of the image on this host. */
  readonly imageId: string;
  readonly reference: string;
  /** The identity of the environment, which is equal on every host for equal inputs. */
  readonly imageDigest: Digest;
  readonly recipeDigest: Digest;
  /** A folder of this host with all scripts of the instance, which containers have at /scripts. */
  readonly scripts: string;
  readonly baseImage: BaseImage;
  /** False if the engine already had the image. */
  readonly built: boolean;
  /** The log of the last build, if this host built it. */
  readonly buildLog: string;
}

/** An environment and its leak report. */
export interface CheckedEnvironment {
  readonly environment: Environment;
  readonly leaks: LeakReport;
}

/**
 * Returns the environment of an instance and builds it if the engine does not have it. Concurrent
 * processes build it only once. The environment has passed the leak gate.
 * @throws RefbenchError kinds `image`, `invalid-file`, `engine`
 */
export async function ensureEnvironment(request: EnvironmentRequest): Promise<Environment> {
  const { environment, leaks } = await checkLeaks(request);
  requireClean(leaks, request.options.stateDir);
  return environment;
}

/**
 * Like `ensureEnvironment`, but returns the report even if the environment leaks. Its image is then
 * kept without the name that runs use, so that it can be inspected and checked again.
 * @param options.again - Search even if the image was already searched.
 */
export async function checkLeaks(
  request: EnvironmentRequest,
  { again = false }: { readonly again?: boolean } = {},
): Promise<CheckedEnvironment> {
  const { engine, options } = request;
  const { reference, recipe, scripts, baseImage, manifests, baseTree, digest } =
    await identify(request);
  const buildLog = buildLogPath(options, `${request.instance.id}-${shortDigest(digest)}`);
  const known = {
    reference,
    imageDigest: digest,
    recipeDigest: recipe,
    scripts,
    baseImage,
    buildLog,
  };
  const named = await engine.inspectImage(reference);
  if (named?.labels[ENVIRONMENT_LABEL] === digest) {
    return await searchImage(request, { ...known, imageId: named.id, built: false }, again);
  }
  return await withLock(
    lockPath(options, `env-${shortDigest(digest)}`),
    `environment ${reference}`,
    async () => {
      const found = await findEnvironment(engine, reference, digest);
      if (found !== undefined) {
        const environment = { ...known, imageId: found, built: false };
        const checked = await searchUnlessGone(request, environment, again);
        if (checked !== undefined) return checked;
      }
      const imageId = await recordBuild(engine, options, {
        name: request.instance.id,
        baseImageId: baseImage.imageId,
        build: async () => {
          const system = await ensureSystemLayer(engine, request.instanceDir, baseImage, options);
          const plan = { system, manifests, baseTree, reference, recipe, scripts, digest };
          return await buildEnvironmentImage(request, plan);
        },
      });
      return await searchImage(request, { ...known, imageId, built: true }, again);
    },
    options.signal,
  );
}

/** What an environment is, as far as it is known without any image. */
export interface EnvironmentIdentity {
  readonly reference: string;
  readonly digest: Digest;
  readonly recipe: Digest;
  readonly base: BaseIdentity;
  readonly manifests: readonly Manifest[];
  readonly baseTree: string;
}

interface Identity extends EnvironmentIdentity {
  readonly scripts: string;
  readonly baseImage: BaseImage;
}

/**
 * Computes which image the environment of an instance is, without building anything.
 * @throws RefbenchError kind `invalid-file`
 */
export async function identifyEnvironment({
  instance,
  instanceDir,
  repository,
  options,
}: EnvironmentRequest): Promise<EnvironmentIdentity> {
  await requireObjects(instance, repository);
  const recipe = await recipeDigest(instanceDir);
  const base = baseIdentity(options.definitions, instance.environment.base_image);
  const manifests = await changedManifests(instance, repository);
  await requireUntracked(instance, repository);
  const baseTree = await repository.treeId(instance.base);
  const digest = environmentDigest({ recipe, baseTree, baseImage: base.digest, manifests });
  const reference = `refbench/env:${instance.id}-${shortDigest(digest)}`;
  return { reference, digest, recipe, base, manifests, baseTree };
}

async function identify(request: EnvironmentRequest): Promise<Identity> {
  const { engine, instance, instanceDir, options } = request;
  const identity = await identifyEnvironment(request);
  const scripts = await recipeFolder(instanceDir, options.stateDir);
  const baseImage = await ensureBaseImage(engine, instance.environment.base_image, options);
  return { ...identity, scripts, baseImage };
}

/**
 * Removes the image of an environment that the leak gate refused, with its dependencies unless another
 * image uses them. The current recipe determines the image. Returns false if there is none.
 */
export async function discardRefused(request: EnvironmentRequest): Promise<boolean> {
  const { engine } = request;
  const { reference } = await identify(request);
  const unchecked = uncheckedReference(reference);
  const image = await engine.inspectImage(unchecked);
  if (image === undefined) return false;
  await removeEnvironment(engine, image.id, [unchecked]);
  return true;
}

/** Returns undefined if the image, which another workspace may have built, was removed meanwhile. */
async function searchUnlessGone(
  request: EnvironmentRequest,
  environment: Environment,
  again: boolean,
): Promise<CheckedEnvironment | undefined> {
  try {
    return await searchImage(request, environment, again);
  } catch (error) {
    const image = await request.engine.inspectImage(environment.imageId);
    if (image !== undefined || request.options.signal?.aborted === true) throw error;
    return undefined;
  }
}

/** Searches an image for leaks. A clean image gets its name; a leaking one loses it. */
async function searchImage(
  request: EnvironmentRequest,
  environment: Environment,
  again: boolean,
): Promise<CheckedEnvironment> {
  const { engine, instance, repository, options } = request;
  const { imageId, reference, baseImage } = environment;
  const leaks = await ensureLeakReport(
    {
      engine,
      imageId,
      baseImageId: baseImage.imageId,
      instance,
      recipe: {
        folder: environment.scripts,
        digest: environment.recipeDigest,
        released: await releasedPrograms(instance),
      },
      repository,
      buildVariables: options.network.env,
      stateDir: options.stateDir,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    },
    { again, ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }) },
  );
  const unchecked = uncheckedReference(reference);
  if (leaks.clean) {
    await engine.tagImage(imageId, reference);
    await engine.removeImage(unchecked);
  } else {
    await engine.tagImage(imageId, unchecked);
    await engine.removeImage(reference);
  }
  return { environment, leaks };
}

async function findEnvironment(
  engine: Engine,
  reference: string,
  digest: Digest,
): Promise<string | undefined> {
  const tagged = await engine.inspectImage(reference);
  if (tagged?.labels[ENVIRONMENT_LABEL] === digest) return tagged.id;
  // Images derived from an environment inherit its labels but contain other files.
  for (const { id, parentId } of await engine.listImages(`${ENVIRONMENT_LABEL}=${digest}`)) {
    const below = parentId === undefined ? undefined : await engine.inspectImage(parentId);
    if (below?.labels[ENVIRONMENT_LABEL] === undefined) return id;
  }
  return undefined;
}
