import { RefbenchError, type Instance } from '@refbench/contracts';
import { bytePath, openIgnoreRules, type Repository, type Tree } from '@refbench/repos';

type Commits = Pick<Instance, 'base' | 'golden'>;

/**
 * Returns those of some written paths that git must be told to ignore: no .gitignore of base covers them, and
 * neither commit contains them. In the place of a file, the highest folder that neither commit contains is named.
 * @param written - Paths that a set-up writes, relative to the root of the tree.
 */
export async function unignoredPaths(
  repository: Repository,
  { base, golden }: Commits,
  written: readonly string[],
): Promise<readonly string[]> {
  if (written.length === 0) return [];
  const tracked = foldersAndFiles(
    await repository.readTree(base),
    await repository.readTree(golden),
  );
  const highest = [...new Set(written)].flatMap((path) => highestUntracked(path, tracked) ?? []);
  const unignored = new Set<string>();
  await using rules = await openIgnoreRules(repository, base);
  for (const path of new Set(highest)) {
    const name = bytePath(path);
    if (!((await rules.isFolderIgnored(name)) || (await rules.isIgnored(name))))
      unignored.add(path);
  }
  return [...unignored].sort();
}

/**
 * Refuses an instance that ignores what one of its commits contains: changes there would be lost.
 * @throws RefbenchError kind `invalid-file`
 */
export async function requireUntracked(instance: Instance, repository: Repository): Promise<void> {
  const { ignored = [] } = instance.environment;
  if (ignored.length === 0) return;
  const tracked = foldersAndFiles(
    await repository.readTree(instance.base),
    await repository.readTree(instance.golden),
  );
  const wrong = ignored.find((path) => highestUntracked(path, tracked) === undefined);
  if (wrong === undefined) return;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `instance ${instance.id}: ${wrong} is in one of its commits, so it cannot be ignored`,
    hint: 'correct environment.ignored in its instance.yaml',
  });
}

function foldersAndFiles(...trees: readonly Tree[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const path of trees.flatMap((tree) => [...tree.keys()])) {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      names.add(path.slice(0, end));
    }
  }
  return names;
}

/** Returns undefined if all of the path is tracked. */
function highestUntracked(path: string, tracked: ReadonlySet<string>): string | undefined {
  const parts = path.split('/');
  const at = parts.findIndex(
    (_, index) => !tracked.has(bytePath(parts.slice(0, index + 1).join('/'))),
  );
  return at === -1 ? undefined : parts.slice(0, at + 1).join('/');
}
