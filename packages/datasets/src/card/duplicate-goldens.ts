import { countOf } from '@refbench/base';
import type { Repository, Tree } from '@refbench/repos';
import type { CatalogEntry } from '@refbench/instances';
import { RefbenchError } from '@refbench/contracts';
import { openInstanceRepository } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import type { DatasetProblem } from './dataset-problem.ts';

/**
 * Finds instances that pose the same task twice: the same golden commit of a repository, or golden
 * commits that make the same change to a file. Only repositories with several instances are opened. One
 * that cannot be opened is a problem, and the others are compared.
 */
export async function duplicateGoldens(
  workspace: Workspace,
  entries: readonly CatalogEntry[],
  signal: AbortSignal,
): Promise<readonly DatasetProblem[]> {
  const problems: DatasetProblem[] = [];
  for (const siblings of byRepository(entries).values()) {
    if (siblings.length < 2) continue;
    const seen: { readonly entry: CatalogEntry; readonly changes: ReadonlySet<string> }[] = [];
    for (const entry of siblings) {
      const changes = await openedChanges(workspace, entry, signal);
      if ('problem' in changes) {
        problems.push(changes);
        continue;
      }
      for (const earlier of seen) {
        const problem = duplicateOf(entry, changes, earlier);
        if (problem !== undefined) problems.push(problem);
      }
      seen.push({ entry, changes });
    }
  }
  return problems;
}

function duplicateOf(
  { instance }: CatalogEntry,
  changes: ReadonlySet<string>,
  earlier: { readonly entry: CatalogEntry; readonly changes: ReadonlySet<string> },
): DatasetProblem | undefined {
  const other = earlier.entry.instance;
  const hint = `remove ${instance.id} or ${other.id}`;
  if (instance.golden === other.golden) {
    const problem = `its golden commit is also that of ${other.id}`;
    return { subject: instance.id, problem, hint };
  }
  const shared = [...changes].filter((change) => earlier.changes.has(change)).length;
  if (shared === 0) return undefined;
  const problem = `its golden commit makes the same change to ${countOf(shared, 'file')} as that of ${other.id}`;
  return { subject: instance.id, problem, hint };
}

async function openedChanges(
  workspace: Workspace,
  entry: CatalogEntry,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | DatasetProblem> {
  try {
    await using repository = await openInstanceRepository({ workspace, entry, signal });
    return await changesOf(repository, entry);
  } catch (error) {
    if (!RefbenchError.isInstance(error) || error.kind !== 'repository') throw error;
    const problem = `it cannot be compared with others: ${error.message}`;
    return { subject: entry.instance.id, problem, hint: error.hint };
  }
}

function byRepository(entries: readonly CatalogEntry[]): Map<string, readonly CatalogEntry[]> {
  const groups = new Map<string, readonly CatalogEntry[]>();
  for (const entry of entries) {
    const name = entry.instance.repository.name.toLowerCase();
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return groups;
}

/** Content of each changed file before and after golden. The path is left out: files move. */
async function changesOf(
  repository: Repository,
  { instance }: CatalogEntry,
): Promise<ReadonlySet<string>> {
  const base = await repository.readTree(instance.base);
  const golden = await repository.readTree(instance.golden);
  const changes = new Set<string>();
  for (const path of base.keys()) {
    const [before, after] = [oidAt(base, path), oidAt(golden, path)];
    // A file that is only added or removed says too little: many commits add an empty file.
    if (after !== undefined && before !== after) changes.add(`${before} ${after}`);
  }
  return changes;
}

function oidAt(tree: Tree, path: Parameters<Tree['get']>[0]): string | undefined {
  return tree.get(path)?.oid;
}
