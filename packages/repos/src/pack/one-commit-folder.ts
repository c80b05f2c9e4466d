import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { excludeFile } from '../git/exclude-file.ts';
import { writeFixedCommit } from '../git/fixed-commit.ts';
import { git } from '../git/run-git.ts';

const CONFIG =
  '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n';

/**
 * Creates the content of a `.git` folder with one commit and the objects of its tree, without
 * parents, remotes, tags or reflog.
 * @param ignored - Paths that git ignores there, although no .gitignore of the tree covers them.
 */
export async function makeOneCommitFolder(
  gitDir: string,
  treeId: string,
  ignored: readonly string[] = [],
): Promise<string> {
  const folder = await mkdtemp(join(gitDir, 'one-commit-'));
  const packs = join(folder, 'objects', 'pack');
  await mkdir(packs, { recursive: true });
  for (const empty of ['objects/info', 'refs/heads', 'refs/tags', 'info']) {
    await mkdir(join(folder, empty), { recursive: true });
  }
  const commit = await writeFixedCommit(gitDir, treeId, 'Base');
  await git(['pack-objects', '--quiet', '--revs', '--delta-base-offset', join(packs, 'pack')], {
    gitDir,
    input: `${commit}\n`,
  });
  // Without an index, every file would be both deleted and untracked.
  await git(['read-tree', commit], { gitDir, indexFile: join(folder, 'index') });
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(folder, 'refs', 'heads', 'main'), `${commit}\n`);
  await writeFile(join(folder, 'config'), CONFIG);
  if (ignored.length > 0) await writeFile(join(folder, 'info/exclude'), excludeFile(ignored));
  return folder;
}
