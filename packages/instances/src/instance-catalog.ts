import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  instanceIdSchema,
  instanceSchema,
  RefbenchError,
  withoutCanary,
  type Instance,
  type InstanceId,
  type Track,
} from '@refbench/contracts';
import { readFileWithin, readYamlFiles, resolveWithin } from '@refbench/base';
import type { Workspace } from '@refbench/workspace';

/** An instance and the location of its files. */
export interface CatalogEntry {
  readonly instance: Instance;
  readonly dir: string;
  readonly rulesDir: string;
}

/** The folders that an instance is loaded from. */
export type CatalogFolders = Pick<Workspace, 'instancesDir' | 'rulesDir'>;

/** Returns the sorted ids of all instances in the folder. Other folders are skipped. */
export async function listInstanceIds(instancesDir: string): Promise<readonly InstanceId[]> {
  const entries = await readdir(instancesDir, { withFileTypes: true }).catch((error: unknown) => {
    throw new RefbenchError({
      kind: 'usage',
      message: `there is no instances folder at ${instancesDir}`,
      hint: 'run refbench init to make a workspace, refbench dataset pull to install the published instances, or specify the folder with --instances-dir',
      cause: error,
    });
  });
  return entries
    .filter((entry) => entry.isDirectory() && instanceIdSchema.safeParse(entry.name).success)
    .map((entry) => entry.name)
    .sort();
}

/**
 * Reads and validates instances. All are parsed at once, because guarded parsing starts a process.
 */
export async function loadInstances(
  workspace: CatalogFolders,
  ids: readonly InstanceId[],
): Promise<readonly CatalogEntry[]> {
  const paths = ids.map((id) => join(workspace.instancesDir, id, 'instance.yaml'));
  const instances = await readYamlFiles(paths, instanceSchema);
  for (const id of ids) await resolveWithin(workspace.rulesDir, join(workspace.rulesDir, id));
  return instances.map((instance, index) => {
    const path = paths[index] ?? '';
    if (instance.id !== ids[index] || !instance.id.endsWith(instance.base.slice(0, 8))) {
      throw new RefbenchError({
        kind: 'invalid-file',
        message: `${path}: id "${instance.id}" must be the folder's name and end with base's first 8 digits`,
        hint: 'correct the id or rename the folder',
      });
    }
    return { instance, dir: dirname(path), rulesDir: join(workspace.rulesDir, instance.id) };
  });
}

const MAX_TASK_BYTES = 1_000_000;

/** Reads the task text of a track, as agents get it: without the canary of the data set. */
export async function readTask(entry: CatalogEntry, track: Track): Promise<string> {
  const path = join(entry.dir, `task.${track}.md`);
  const bytes = await readFileWithin(entry.dir, path, MAX_TASK_BYTES);
  const text = withoutCanary(bytes?.toString('utf8') ?? '');
  if (text === '') {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path}: the task text is missing or empty`,
      hint: `write the ${track} task there, or choose the other track`,
    });
  }
  return text;
}

/** Matches an id against a glob with `*` and `?`. */
export function matchesPattern(id: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(id);
}
