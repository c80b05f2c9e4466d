import { RefbenchError } from '@refbench/contracts';
import { listBaseImages, type BaseImageStatus, type ImageDefinitions } from '@refbench/env-builder';
import { matchesPattern, selectInstances } from '@refbench/instances';
import { type Workspace } from '@refbench/workspace';
import type { Engine } from '@refbench/sandbox';
import { textTable } from '../terminal/terminal-text.ts';

export interface ImageRow extends BaseImageStatus {
  /** Ids of the instances that use the image. */
  readonly usedBy: readonly string[];
}

/** Lists every defined base image with the instances that use it. */
export async function findImages(
  engine: Engine,
  definitions: ImageDefinitions,
  workspace: Workspace,
): Promise<readonly ImageRow[]> {
  const entries = await selectInstances(workspace, ['*']);
  return (await listBaseImages(engine, definitions)).map((image) => ({
    ...image,
    usedBy: entries
      .filter(({ instance }) => instance.environment.base_image === image.name)
      .map(({ instance }) => instance.id),
  }));
}

/**
 * Returns the names that match the patterns; without patterns, those that instances use.
 * @throws RefbenchError kind `usage` if a pattern matches nothing
 */
export async function namedImages(
  patterns: readonly string[],
  definitions: ImageDefinitions,
  workspace: Workspace,
): Promise<readonly string[]> {
  const all = Object.keys(definitions.images);
  if (patterns.length === 0) {
    const entries = await selectInstances(workspace, ['*']);
    const used = new Set(entries.map(({ instance }) => instance.environment.base_image));
    return all.filter((name) => used.has(name));
  }
  const matched = patterns.flatMap((pattern) => {
    const names = all.filter((name) => matchesPattern(name, pattern));
    if (names.length > 0) return names;
    throw new RefbenchError({
      kind: 'usage',
      message: `no base image matches "${pattern}"`,
      hint: `the base images are: ${all.join(', ')}`,
    });
  });
  return [...new Set(matched)];
}

export function imageTable(rows: readonly ImageRow[], nowMs: number): string {
  const head = ['image', 'digest', 'size MB', 'days old', 'used by'];
  const lines = rows.map(({ name, digest, built, usedBy }) => [
    name,
    digest.slice('sha256:'.length, 'sha256:'.length + 12),
    built === undefined ? '-' : String(Math.round(built.sizeBytes / 1e6)),
    built === undefined ? '-' : String(Math.floor((nowMs - built.createdMs) / 86_400_000)),
    usedBy.join(', '),
  ]);
  return textTable([head, ...lines]);
}
