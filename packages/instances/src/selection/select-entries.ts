import { join } from 'node:path';
import { didYouMean, instanceSchema, RefbenchError, type Instance } from '@refbench/contracts';
import { exists, readYamlFile, sha256OfBytes, countOf } from '@refbench/base';
import { z } from 'zod';
import {
  listInstanceIds,
  loadInstances,
  matchesPattern,
  type CatalogEntry,
  type CatalogFolders,
} from '../instance-catalog.ts';

/** The instances that a command uses. */
export interface Selection {
  /** Ids, globs, or names of sets. */
  readonly patterns: readonly string[];
  readonly exclude?: readonly string[];
  readonly languages?: readonly Instance['language'][];
  /** Maximum number of instances, by id. */
  readonly limit?: number | undefined;
  /** Size of a random sample. */
  readonly sample?: number | undefined;
  /** Seed of the sample. */
  readonly seed?: string;
}

/** Languages that an instance may have. */
export const LANGUAGES: readonly Instance['language'][] = instanceSchema.shape.language.options;

/** File in the instances folder that defines named sets. */
const SETS_FILE = 'sets.yaml';

const setsSchema = z.record(
  z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'the name of a set consists of lower-case letters, digits and "-"'),
  z.strictObject({
    description: z.string().min(1),
    instances: z.array(z.string().min(1)).min(1),
  }),
);

/**
 * Returns the selected instances, each once, sorted by id. Filters apply in this order: patterns,
 * exclusions, languages, then the limit or the sample.
 * @throws RefbenchError kind `usage` if a pattern matches nothing or nothing is left,
 *   `invalid-file` if an instance or the file of sets is invalid
 */
export async function selectEntries(
  workspace: CatalogFolders,
  selection: Selection,
): Promise<readonly CatalogEntry[]> {
  const ids = await listInstanceIds(workspace.instancesDir);
  const chosen = await chosenIds(workspace, ids, selection);
  const left = narrowed(await loadInstances(workspace, chosen), selection);
  if (left.length > 0) return left;
  throw new RefbenchError({
    kind: 'usage',
    message: '--exclude and --language leave no instance',
    hint: `refbench instance list shows the ${countOf(ids.length, 'instance')} with their languages`,
  });
}

/** Like `selectEntries`, for loaded instances. The result may be empty. */
export async function filterEntries(
  workspace: CatalogFolders,
  entries: readonly CatalogEntry[],
  selection: Selection,
): Promise<readonly CatalogEntry[]> {
  const ids = entries.map(({ instance }) => instance.id);
  const chosen = new Set(await chosenIds(workspace, ids, selection));
  return narrowed(
    entries.filter(({ instance }) => chosen.has(instance.id)),
    selection,
  );
}

async function chosenIds(
  { instancesDir }: CatalogFolders,
  ids: readonly string[],
  { patterns, exclude = [] }: Selection,
): Promise<readonly string[]> {
  const known = {
    ids,
    sets: await readSets(instancesDir),
    more: await moreInstances(instancesDir),
  };
  const chosen = new Set(patterns.flatMap((pattern) => matching(pattern, known)));
  for (const pattern of exclude) {
    for (const id of matching(pattern, known)) chosen.delete(id);
  }
  return [...chosen].sort();
}

function narrowed(entries: readonly CatalogEntry[], selection: Selection): readonly CatalogEntry[] {
  const { languages } = selection;
  const spoken =
    languages === undefined || languages.length === 0
      ? entries
      : entries.filter(({ instance }) => languages.includes(instance.language));
  return cut(spoken, selection);
}

/** Like `selectEntries`, without filters. */
export async function selectInstances(
  workspace: CatalogFolders,
  patterns: readonly string[],
): Promise<readonly CatalogEntry[]> {
  return await selectEntries(workspace, { patterns });
}

/**
 * Returns the instance that an id or pattern selects.
 * @throws RefbenchError kind `usage` if it selects none or several
 */
export async function selectOne(workspace: CatalogFolders, pattern: string): Promise<CatalogEntry> {
  const entries = await selectEntries(workspace, { patterns: [pattern] });
  const [entry] = entries;
  if (entry !== undefined && entries.length === 1) return entry;
  throw new RefbenchError({
    kind: 'usage',
    message: `"${pattern}" matches ${entries.length} instances, but exactly one is required`,
    hint: `specify one of: ${entries.map(({ instance }) => instance.id).join(', ')}`,
  });
}

type Sets = z.infer<typeof setsSchema>;

/** Reads the sets by name; empty if there is no file of sets. */
async function readSets(instancesDir: string): Promise<Sets> {
  const path = join(instancesDir, SETS_FILE);
  return (await exists(path)) ? await readYamlFile(path, setsSchema) : {};
}

/** Says how to get more instances, where no data set is installed. */
async function moreInstances(instancesDir: string): Promise<string> {
  const isInstalled = await exists(join(instancesDir, 'dataset.yaml'));
  return isInstalled ? '' : '; refbench dataset pull installs the published instances';
}

interface Known {
  readonly ids: readonly string[];
  readonly sets: Sets;
  readonly more: string;
}

function matching(pattern: string, { ids, sets, more }: Known): readonly string[] {
  const set = sets[pattern];
  if (set !== undefined) {
    const members = set.instances.map((member) => ids.filter((id) => matchesPattern(id, member)));
    const missing = set.instances.filter((_, at) => members[at]?.length === 0);
    if (missing.length === 0) return members.flat();
    throw new RefbenchError({
      kind: 'usage',
      message: `set "${pattern}": there is no instance ${missing.join(', ')}`,
      hint: `add the instance, or remove it from ${SETS_FILE} in the folder of the instances`,
    });
  }
  const matches = ids.filter((id) => matchesPattern(id, pattern));
  if (matches.length > 0) return matches;
  const names = Object.keys(sets);
  const known = names.length === 0 ? '' : `; the sets are: ${names.join(', ')}`;
  throw new RefbenchError({
    kind: 'usage',
    message: `no instance matches "${pattern}"${didYouMean(pattern.replaceAll(/[*?]/g, ''), [...names, ...ids])}`,
    hint: `the instances are: ${ids.join(', ') || '(none)'}${known}${more}`,
  });
}

function cut(
  entries: readonly CatalogEntry[],
  { limit, sample, seed = '0' }: Selection,
): readonly CatalogEntry[] {
  if (sample === undefined) return limit === undefined ? entries : entries.slice(0, limit);
  if (sample > entries.length) {
    throw new RefbenchError({
      kind: 'usage',
      message: `--sample ${sample} asks for more instances than the other options select, which is ${entries.length}`,
      hint: 'lower --sample, or leave it out to use all of them',
    });
  }
  const digest = ({ instance }: CatalogEntry): string =>
    sha256OfBytes(JSON.stringify([seed, instance.id]));
  // The position of an instance depends only on the seed and its id, so that a larger sample
  // contains a smaller one.
  return entries
    .map((entry) => ({ entry, by: digest(entry) }))
    .toSorted((one, other) => (one.by < other.by ? -1 : 1))
    .slice(0, sample)
    .map(({ entry }) => entry)
    .toSorted((one, other) => (one.instance.id < other.instance.id ? -1 : 1));
}
