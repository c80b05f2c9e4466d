import { join } from 'node:path';
import type { Digest, Instance } from '@refbench/contracts';
import { readJsonFile, shortDigest, writeFileAtomic } from '@refbench/base';
import { leakedPaths } from '@refbench/leak-gate';
import type { Engine } from '@refbench/sandbox';
import { z } from 'zod';
import { digestOfKind, KIND_LABELS } from '../images/image-kind.ts';
import { buildLogPath, SHELL_CHANGES, type ImageOptions } from '../images/image-options.ts';
import { buildCopiedLayer } from './copied-layer.ts';
import {
  hasParentIn,
  indexOf,
  layerDelta,
  wholeTree,
  type LayerDelta,
  type LayerIndex,
} from './layer-delta.ts';
import { isThirdParty } from './third-party-paths.ts';
import type { TarIndexEntry } from './tar-index.ts';

/** A parent image and the index of its files below the home of bench and /testbed. */
export interface LowerLayer {
  readonly imageId: string;
  readonly index: LayerIndex;
}

export interface DependencyPlan {
  readonly instance: Instance;
  readonly digest: Digest;
  /** Id of the image with the system packages. */
  readonly system: string;
}

const REPOSITORY_LABEL = 'refbench.repository';
const SYSTEM_LABEL = 'refbench.on-system';
/**
 * `own`: built on the system layer, so other layers can use it as parent. `shared`: built on such a
 * layer.
 */
const DEPTH_LABEL = 'refbench.dependencies-depth';

const indexSchema = z.object({
  schema: z.literal(2),
  /** The id of the image. Another state folder may have built a different image with the same digest. */
  image: z.string(),
  entries: z.record(z.string(), z.string()),
});

/** Finds the dependency layer of this environment from an earlier build. */
export async function findDependencies(
  engine: Engine,
  { digest, system }: DependencyPlan,
  options: ImageOptions,
): Promise<LowerLayer | undefined> {
  const layer = await readLayer(digest, options);
  if (layer === undefined || layer.imageId === system) return layer;
  const images = await engine.listImages(`${KIND_LABELS.dependencies}=${digest}`);
  return images.some(({ id }) => id === layer.imageId) ? layer : undefined;
}

/**
 * Builds a layer of the third-party files. If another instance of the repository already has a layer
 * with at least half of them, only the difference is written on top of it, unless that hides a file which
 * the leak gate has refused. The visible files are the same either way.
 */
export async function makeDependencies(
  engine: Engine,
  plan: DependencyPlan,
  tree: readonly TarIndexEntry[],
  options: ImageOptions,
): Promise<LowerLayer> {
  const entries = thirdPartyEntries(tree);
  if (entries.length === 0) {
    return await recordLayer(plan, { imageId: plan.system, index: {} }, options);
  }
  const { instance, digest } = plan;
  const sibling = await bestSibling(engine, plan, entries, options);
  const delta = sibling?.delta ?? wholeTree(entries);
  options.onProgress?.(
    `storing ${megabytes(delta.writtenBytes)} of dependencies${sibling === undefined ? '' : '; the rest is shared'}`,
  );
  const repository = instance.repository.name.toLowerCase();
  const reference = `refbench/deps:${repository.replace('/', '__')}-${shortDigest(digest)}`;
  const imageId = await buildCopiedLayer(
    engine,
    {
      thing: `dependencies of ${instance.id}`,
      owner: instance.id,
      below: sibling?.layer.imageId ?? plan.system,
      delta,
      reference,
      changes: [
        `LABEL ${KIND_LABELS.dependencies}=${digest}`,
        `LABEL ${REPOSITORY_LABEL}=${repository}`,
        `LABEL ${SYSTEM_LABEL}=${plan.system}`,
        `LABEL ${DEPTH_LABEL}=${sibling === undefined ? 'own' : 'shared'}`,
        ...SHELL_CHANGES,
      ],
      logPath: buildLogPath(options, `deps-${shortDigest(digest)}`),
    },
    options,
  );
  return await recordLayer(plan, { imageId, index: indexOf(entries) }, options);
}

async function recordLayer(
  { digest }: DependencyPlan,
  layer: LowerLayer,
  options: ImageOptions,
): Promise<LowerLayer> {
  const file: z.infer<typeof indexSchema> = {
    schema: 2,
    image: layer.imageId,
    entries: layer.index,
  };
  await writeFileAtomic(indexPath(digest, options.stateDir), JSON.stringify(file));
  return layer;
}

/**
 * Removes an environment and its dependency layer, unless another image uses that layer, because a
 * leak may be in either.
 */
export async function removeEnvironment(
  engine: Engine,
  imageId: string,
  references: readonly string[],
): Promise<void> {
  const top = await engine.inspectImage(imageId);
  for (const reference of references) await engine.removeImage(reference);
  const images = await engine.listImages(KIND_LABELS.dependencies);
  const below = images.find((image) => image.id === top?.parentId);
  if (below === undefined || digestOfKind(below, 'environment') !== undefined) return;
  if (images.some(({ parentId }) => parentId === below.id)) return;
  for (const tag of below.tags) await engine.removeImage(tag);
}

/** Selects third-party files with their parent folders, which have owners and modes. */
function thirdPartyEntries(entries: readonly TarIndexEntry[]): readonly TarIndexEntry[] {
  const above = new Set<string>();
  for (const { path } of entries.filter((entry) => isThirdParty(entry.path))) {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      above.add(path.slice(0, slash));
    }
  }
  return entries.filter(({ path }) => above.has(path) || isThirdParty(path));
}

interface Sibling {
  readonly layer: LowerLayer;
  readonly delta: LayerDelta<TarIndexEntry>;
}

async function bestSibling(
  engine: Engine,
  plan: DependencyPlan,
  entries: readonly TarIndexEntry[],
  options: ImageOptions,
): Promise<Sibling | undefined> {
  const repository = plan.instance.repository.name.toLowerCase();
  const images = await engine.listImages(`${REPOSITORY_LABEL}=${repository}`);
  const candidates = images.filter(
    (image) =>
      image.labels[SYSTEM_LABEL] === plan.system &&
      image.labels[DEPTH_LABEL] === 'own' &&
      digestOfKind(image, 'environment') === undefined,
  );
  if (candidates.length === 0) return undefined;
  const leaked = await leakedPaths(options.stateDir, plan.instance.id);
  let best: Sibling | undefined;
  for (const { id, labels } of candidates) {
    const layer = await readLayer(labels[KIND_LABELS.dependencies] ?? '', options);
    if (layer?.imageId !== id) continue;
    const delta = layerDelta(entries, layer.index);
    if (delta === undefined || hidesOneOf(leaked, delta.removed)) continue;
    if (delta.writtenBytes < (best?.delta.writtenBytes ?? wholeTree(entries).writtenBytes / 2)) {
      best = { layer, delta };
    }
  }
  return best;
}

/** A file that a layer removes is still in the image below, where the leak gate finds it. */
export function hidesOneOf(leaked: ReadonlySet<string>, removed: readonly string[]): boolean {
  const gone = new Set(removed);
  return [...leaked].some((path) => gone.has(path) || hasParentIn(path, gone));
}

function indexPath(digest: string, stateDir: string): string {
  return join(dependencyFolder(stateDir), `${shortDigest(digest)}.json`);
}

/** The folder with the indexes of dependency layers, named by their digests. */
export function dependencyFolder(stateDir: string): string {
  return join(stateDir, 'dependency-layers');
}

async function readLayer(
  digest: string,
  { stateDir }: Pick<ImageOptions, 'stateDir'>,
): Promise<LowerLayer | undefined> {
  const read = await readJsonFile(indexPath(digest, stateDir), indexSchema);
  if (read.kind !== 'valid') return undefined;
  return { imageId: read.value.image, index: read.value.entries };
}

/** Returns the id of the image that was recorded for a digest. */
export async function layerImage(digest: string, stateDir: string): Promise<string | undefined> {
  return (await readLayer(digest, { stateDir }))?.imageId;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
