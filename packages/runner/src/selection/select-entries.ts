import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { didYouMean, instanceSchema, RefbenchError, type Instance } from '@refbench/contracts';
import { readYamlFile, sha256OfBytes } from '@refbench/files';
import { z } from 'zod';
import {
  listInstanceIds,
  loadInstances,
  matchesPattern,
  type CatalogEntry,
} from '../instance-catalog.ts';
import type { Workspace } from '../workspace.ts';

/** Which instances a command works on. */
export interface Selection {
  /** Ids, globs, or names of sets. */
  readonly patterns: readonly string[];
  readonly exclude?: readonly string[];
  readonly languages?: readonly Instance['language'][];
  /** The first so many by id. */
  readonly limit?: number | undefined;
  /** So many, chosen by the seed alone. */
  readonly sample?: number | undefined;
  /** Decides the sample. */
  readonly seed?: string;
}

/** Languages that an instance may have. */
export const LANGUAGES: readonly Instance['language'][] = instanceSchema.shape.language.options;

/** The file in the instances folder that names sets of instances. */
const SETS_FILE = 'sets.yaml';

const setsSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9-]*$/, 'a set is named by lower-case letters, digits and "-"'),
  z.strictObject({
    description: z.string().min(1),
    instances: z.array(z.string().min(1)).min(1),
  }),
);

/**
 * The instances of a selection, each once, in the order of their ids. Filters apply in this order:
 * patterns, exclusions, languages, then the limit or the sample.
 * @throws RefbenchError kind `usage` where a pattern matches nothing or nothing is left, `invalid-file`
 *   where an instance or the file of sets is not as it should be
 */
export async function selectEntries(
  workspace: Workspace,
  selection: Selection,
): Promise<readonly CatalogEntry[]> {
  const ids = await listInstanceIds(workspace.instancesDir);
  const sets = await readSets(workspace.instancesDir);
  const chosen = new Set<string>();
  for (const pattern of selection.patterns) {
    for (const id of matching(pattern, ids, sets)) chosen.add(id);
  }
  for (const pattern of selection.exclude ?? []) {
    for (const id of matching(pattern, ids, sets)) chosen.delete(id);
  }
  const entries = await loadInstances(workspace, [...chosen].sort());
  const { languages } = selection;
  const spoken =
    languages === undefined || languages.length === 0
      ? entries
      : entries.filter(({ instance }) => languages.includes(instance.language));
  const left = cut(spoken, selection);
  if (left.length > 0) return left;
  throw new RefbenchError({
    kind: 'usage',
    message: 'no instance is left after --exclude and --language',
    mend: `refbench instance list shows the ${ids.length} instance(s) with their languages`,
  });
}

/** As `selectEntries`, without filters. */
export async function selectInstances(
  workspace: Workspace,
  patterns: readonly string[],
): Promise<readonly CatalogEntry[]> {
  return await selectEntries(workspace, { patterns });
}

type Sets = z.infer<typeof setsSchema>;

/** Sets by name; empty where the folder has no file of sets. */
async function readSets(instancesDir: string): Promise<Sets> {
  const path = join(instancesDir, SETS_FILE);
  const exists = (await stat(path).catch(() => undefined)) !== undefined;
  return exists ? await readYamlFile(path, setsSchema) : {};
}

function matching(pattern: string, ids: readonly string[], sets: Sets): readonly string[] {
  const set = sets[pattern];
  if (set !== undefined) return set.instances.flatMap((member) => matching(member, ids, {}));
  const matches = ids.filter((id) => matchesPattern(id, pattern));
  if (matches.length > 0) return matches;
  const names = Object.keys(sets);
  const known = names.length === 0 ? '' : `; the sets are: ${names.join(', ')}`;
  throw new RefbenchError({
    kind: 'usage',
    message: `no instance matches "${pattern}"${didYouMean(pattern.replaceAll(/[*?]/g, ''), [...names, ...ids])}`,
    mend: `the instances are: ${ids.join(', ') || '(none)'}${known}`,
  });
}

function cut(
  entries: readonly CatalogEntry[],
  { limit, sample, seed = '0' }: Selection,
): readonly CatalogEntry[] {
  if (sample === undefined) return limit === undefined ? entries : entries.slice(0, limit);
  const digest = ({ instance }: CatalogEntry): string =>
    sha256OfBytes(JSON.stringify([seed, instance.id]));
  // An instance's place depends on the seed and its own id alone: a sample grows by adding to it.
  return entries
    .map((entry) => ({ entry, by: digest(entry) }))
    .toSorted((one, other) => (one.by < other.by ? -1 : 1))
    .slice(0, sample)
    .map(({ entry }) => entry)
    .toSorted((one, other) => (one.instance.id < other.instance.id ? -1 : 1));
}
