import { RefbenchError } from '@refbench/contracts';
import {
  isAboveBase,
  listBaseImages,
  planPrune,
  recipeDigest,
  sweepLayerCache,
  type ImageDefinitions,
} from '@refbench/env-builder';
import { selectInstances, type CatalogEntry } from '@refbench/instances';
import { type Workspace } from '@refbench/workspace';
import type { Engine, ImageInfo } from '@refbench/sandbox';
import { errorText } from '@refbench/base';

/** The result of pruning an image or a cached file. */
export interface PrunedThing {
  readonly kind: 'image' | 'file';
  readonly name: string;
  /** Size including the layers below; null for a file. */
  readonly bytes: number | null;
  readonly state: 'removed' | 'would remove' | 'kept';
  /** Reason why it was kept; empty otherwise. */
  readonly reason: string;
}

/** Formats the result as text. */
export function prunedText({ kind, name, bytes, state, reason }: PrunedThing): string {
  if (state === 'kept') return `kept ${name}: ${reason}`;
  if (kind === 'file' || bytes === null) {
    return `${state} ${name}, cached for a removed dependency layer`;
  }
  return `${state} ${name} (${Math.round(bytes / 1e6)} MB with the layers below)`;
}

/**
 * Removes images that no instance of the workspace needs, and reports those that the engine refuses to
 * remove. Without `all`, only images that were built with the state folder of the workspace.
 */
export async function pruneImages(
  context: {
    readonly workspace: Workspace;
    readonly engine: Engine;
    readonly definitions: ImageDefinitions;
    readonly dryRun: boolean;
    readonly all: boolean;
  },
  show: (thing: PrunedThing) => void,
): Promise<void> {
  const { engine, definitions } = context;
  const entries = await selectInstances(context.workspace, ['*']);
  const used = new Set(entries.map(({ instance }) => instance.environment.base_image));
  const bases = (await listBaseImages(engine, definitions)).filter(({ name }) => used.has(name));
  const removable = planPrune(await engine.listImages('refbench.os'), {
    bases: new Set<string>(bases.map(({ digest }) => digest)),
    recipes: await recipesOf(entries),
    removable: context.all ? undefined : await engine.builtImages(),
  });
  if (removable.length === 0) {
    const which = context.all ? 'image' : 'image that was built with this state folder';
    process.stderr.write(`nothing to remove: every ${which} is needed\n`);
  }
  await removeAll(removable, context, show);
}

/**
 * Removes the environments that were built with the state folder of the workspace and that none of the
 * entries uses, with the layers that only they have. Base images stay, because the next environment may
 * need them.
 */
export async function pruneEnvironments(
  context: {
    readonly workspace: Workspace;
    readonly engine: Engine;
    readonly definitions: ImageDefinitions;
    /** The instances whose environments are needed. */
    readonly entries: readonly CatalogEntry[];
  },
  show: (thing: PrunedThing) => void,
): Promise<void> {
  const { engine, definitions, entries } = context;
  const bases = await listBaseImages(engine, definitions);
  const unneeded = planPrune(await engine.listImages('refbench.os'), {
    bases: new Set<string>(bases.map(({ digest }) => digest)),
    recipes: await recipesOf(entries),
    removable: await engine.builtImages(),
  });
  await removeAll(unneeded.filter(isAboveBase), { ...context, dryRun: false }, show);
}

/** The digests of the recipes. An instance whose recipe is not finished needs no image. */
async function recipesOf(entries: readonly CatalogEntry[]): Promise<ReadonlySet<string>> {
  const read = async ({ dir }: CatalogEntry): Promise<string> =>
    await recipeDigest(dir).catch((error: unknown) => {
      if (RefbenchError.isInstance(error)) return '';
      throw error;
    });
  return new Set(await Promise.all(entries.map(read)));
}

async function removeAll(
  images: readonly ImageInfo[],
  context: { readonly workspace: Workspace; readonly engine: Engine; readonly dryRun: boolean },
  show: (thing: PrunedThing) => void,
): Promise<void> {
  const { engine, workspace, dryRun } = context;
  const state = dryRun ? 'would remove' : 'removed';
  for (const { id, tags, sizeBytes } of images) {
    const name = tags.join(', ') || id;
    const image = { kind: 'image', name, bytes: sizeBytes } as const;
    if (dryRun) {
      show({ ...image, state, reason: '' });
      continue;
    }
    try {
      for (const reference of tags.length === 0 ? [id] : tags) await engine.removeImage(reference);
      show({ ...image, state, reason: '' });
    } catch (error) {
      // A container may still use the image. That is not an error.
      const reason = errorText(error);
      show({ ...image, state: 'kept', reason });
    }
  }
  for (const name of await sweepLayerCache(engine, workspace.stateDir, dryRun)) {
    show({ kind: 'file', name, bytes: null, state, reason: '' });
  }
}
