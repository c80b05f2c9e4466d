import { join } from 'node:path';
import type { Digest } from '@refbench/contracts';
import { withLock } from '@refbench/files';
import { ensureLeakReport, requireClean, type LeakReport } from '@refbench/leak-gate';
import type { Engine } from '@refbench/sandbox';
import { ensureBaseImage, type BaseImage } from '../images/base-image.ts';
import { lockPath } from '../images/image-options.ts';
import { shortDigest } from '@refbench/files';
import {
  buildEnvironmentImage,
  ENVIRONMENT_LABEL,
  uncheckedReference,
  type EnvironmentRequest,
} from './build-environment-image.ts';
import { removeEnvironment } from './dependency-layer.ts';
import { environmentDigest } from './environment-identity.ts';
import { changedManifests } from './manifests.ts';
import { RECIPE_FOLDER, recipeDigest } from './recipe.ts';
import { ensureSystemLayer } from './system-layer.ts';

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
 * As `ensureEnvironment`, but of an environment that gives something away the report is returned; its
 * image is removed. `again` searches an image that was searched before.
 */
export async function checkLeaks(
  request: EnvironmentRequest,
  { again = false }: { readonly again?: boolean } = {},
): Promise<CheckedEnvironment> {
  const { engine, instance, repository, options } = request;
  const recipe = await recipeDigest(request.instanceDir);
  const baseImage = await ensureBaseImage(engine, instance.environment.base_image, options);
  const manifests = await changedManifests(instance, repository);
  const baseTree = await repository.treeId(instance.base);
  const digest = environmentDigest({ recipe, baseTree, baseImage: baseImage.digest, manifests });
  const reference = `refbench/env:${instance.id}-${shortDigest(digest)}`;
  const known = { reference, imageDigest: digest, recipeDigest: recipe, baseImage };
  const named = await engine.inspectImage(reference);
  if (named?.labels[ENVIRONMENT_LABEL] === digest) {
    return await searched(request, { ...known, imageId: named.id, built: false }, again);
  }
  return await withLock(
    lockPath(options, `env-${shortDigest(digest)}`),
    `environment ${reference}`,
    async () => {
      const found = await findEnvironment(engine, reference, digest);
      if (found !== undefined) {
        return await searched(request, { ...known, imageId: found, built: false }, again);
      }
      const system = await ensureSystemLayer(engine, request.instanceDir, baseImage, options);
      const plan = { system, manifests, baseTree, reference, recipe, digest };
      const imageId = await buildEnvironmentImage(request, plan);
      return await searched(request, { ...known, imageId, built: true }, again);
    },
    options.signal,
  );
}

/** Gives an image its name where it is clean, and removes it where it is not. */
async function searched(
  request: EnvironmentRequest,
  environment: Environment,
  again: boolean,
): Promise<CheckedEnvironment> {
  const { engine, instance, instanceDir, repository, options } = request;
  const { imageId, reference, baseImage } = environment;
  const leaks = await ensureLeakReport(
    {
      engine,
      imageId,
      baseImageId: baseImage.imageId,
      instance,
      recipe: { folder: join(instanceDir, RECIPE_FOLDER), digest: environment.recipeDigest },
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
  } else await removeEnvironment(engine, imageId, [reference, unchecked]);
  return { environment, leaks };
}

async function findEnvironment(
  engine: Engine,
  reference: string,
  digest: Digest,
): Promise<string | undefined> {
  const tagged = await engine.inspectImage(reference);
  if (tagged?.labels[ENVIRONMENT_LABEL] === digest) return tagged.id;
  // What somebody made of an environment has its labels, and yet other files.
  for (const { id, parentId } of await engine.listImages(`${ENVIRONMENT_LABEL}=${digest}`)) {
    const below = parentId === undefined ? undefined : await engine.inspectImage(parentId);
    if (below?.labels[ENVIRONMENT_LABEL] === undefined) return id;
  }
  return undefined;
}
