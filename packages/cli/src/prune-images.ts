import {
  listBaseImages,
  planPrune,
  recipeDigest,
  sweepKept,
  type ImageDefinitions,
} from '@refbench/env-builder';
import { selectInstances, type Workspace } from '@refbench/runner';
import type { Engine } from '@refbench/sandbox';

/** Removes what no instance of the workspace needs, and says what an engine would not let go. */
export async function pruneImages(
  context: {
    readonly workspace: Workspace;
    readonly engine: Engine;
    readonly definitions: ImageDefinitions;
    readonly dryRun: boolean;
  },
  say: (line: string) => void,
): Promise<void> {
  const { engine, definitions } = context;
  const entries = await selectInstances(context.workspace, ['*']);
  const used = new Set(entries.map(({ instance }) => instance.environment.base_image));
  const bases = (await listBaseImages(engine, definitions)).filter(({ name }) => used.has(name));
  const recipes = await Promise.all(entries.map(({ dir }) => recipeDigest(dir)));
  const removable = planPrune(await engine.listImages('refbench.os'), {
    bases: new Set<string>(bases.map(({ digest }) => digest)),
    recipes: new Set<string>(recipes),
  });
  for (const { id, tags, sizeBytes } of removable) {
    const name = tags.join(', ') || id;
    const size = `${Math.round(sizeBytes / 1e6)} MB with the layers below`;
    if (context.dryRun) {
      say(`would remove ${name} (${size})`);
      continue;
    }
    try {
      for (const reference of tags.length === 0 ? [id] : tags) await engine.removeImage(reference);
      say(`removed ${name} (${size})`);
    } catch (error) {
      // A container may still use it, and that is nobody's fault.
      say(`kept ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (removable.length === 0) say('every image is needed');
  for (const file of await sweepKept(engine, context.workspace.stateDir, context.dryRun)) {
    say(
      `${context.dryRun ? 'would remove' : 'removed'} ${file}, kept of dependencies that are gone`,
    );
  }
}
