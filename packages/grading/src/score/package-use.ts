import { basename, join } from 'node:path';
import {
  packageRequestSchema,
  type IntegrityFinding,
  type PackageList,
  type ScorePackages,
  type TestsRecord,
} from '@refbench/contracts';
import { readJournal } from '@refbench/base';
import { declaredDependencies } from '@refbench/leak-gate';
import { isManifest } from '@refbench/package-door';
import { displayPath, type Repository, type Tree } from '@refbench/repos';

export interface PackageUseOptions {
  /** Folder of the attempt, with packages.jsonl. */
  readonly folder: string;
  readonly list: PackageList;
  readonly tests: TestsRecord;
  readonly repository: Repository;
  readonly base: Tree;
  readonly patched: Tree;
}

/** Describes the packages of an attempt for score.json. Undefined if its suite ran without any. */
export async function packageUse(options: PackageUseOptions): Promise<ScorePackages | undefined> {
  const { folder, list, tests } = options;
  if (tests.packages === undefined) return undefined;
  const { events } = await readJournal(join(folder, 'packages.jsonl'), packageRequestSchema);
  const labels = (chosen: typeof events): string[] => unique(chosen.map(labelOf));
  const before = await declaredIn(options.repository, options.base);
  const after = await declaredIn(options.repository, options.patched);
  return {
    ...tests.packages,
    added: [...after].filter((name) => !before.has(name)).sort(),
    own_project: labels(events.filter(({ reason }) => reason === 'own-project')),
    similar_names: unique(
      events.flatMap(({ name, similar_to }) =>
        similar_to === undefined ? [] : [`${name} (${similar_to})`],
      ),
    ),
    yanked: labels(events.filter(({ yanked }) => yanked === true)),
    undated: list.registries
      .filter(({ dates }) => dates !== 'true')
      .map(({ ecosystem }) => ecosystem),
  };
}

/** A note on requests that deserve a look. They never change a score: nothing of it was handed out. */
export function packageFinding(use: ScorePackages): IntegrityFinding | undefined {
  const parts = [
    ...part('the project itself', use.own_project),
    ...part('names like those of dependencies', use.similar_names),
    ...part('withdrawn or deprecated versions', use.yanked),
  ];
  if (parts.length === 0) return undefined;
  const detail = `packages were asked for that deserve a look: ${parts.join('; ')}`;
  return { kind: 'package-requests', severity: 'note', detail, files: [] };
}

function part(what: string, names: readonly string[]): readonly string[] {
  const shown = names.slice(0, 5).join(', ');
  return names.length === 0 ? [] : [`${what} (${shown}${names.length > 5 ? ', ...' : ''})`];
}

function labelOf({
  name = '',
  version,
}: {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}): string {
  return version === undefined ? name : `${name}@${version}`;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

async function declaredIn(repository: Repository, tree: Tree): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const [path, { oid }] of tree) {
    const shown = displayPath(path);
    if (!isManifest(shown)) continue;
    const text = (await repository.readBlob(oid)).toString('utf8');
    for (const name of declaredDependencies(basename(shown), text)) names.add(name);
  }
  return names;
}
