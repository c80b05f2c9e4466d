import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openHistory, type History } from '@refbench/repos';
import { git, temporaryFolder } from '@refbench/test-helpers';

/** Files to write; undefined removes one. */
type Edits = Readonly<Record<string, string | undefined>>;

/** A repository that a test makes commit by commit. Its first commit is empty. */
export interface TestHistory extends AsyncDisposable {
  /** Returns the id of the new commit. */
  commit(message: string, edits: Edits, author?: string): Promise<string>;
  /** Makes commits on a branch and merges it. Returns the id of the merge. */
  merge(message: string, commits: readonly (readonly [string, Edits])[]): Promise<string>;
  open(): Promise<History>;
}

export async function testHistory(): Promise<TestHistory> {
  const folder = await temporaryFolder();
  const work = join(folder.path, 'work');
  await mkdir(work);
  git(work, ['init', '--quiet', '--initial-branch=main']);
  const save = (message: string, author = 'Test <test@localhost>'): string => {
    git(work, ['add', '--all']);
    git(work, ['commit', '--quiet', '--allow-empty', `--author=${author}`, '-m', message]);
    return git(work, ['rev-parse', 'HEAD']).trim();
  };
  const commit: TestHistory['commit'] = async (message, edits, author) => {
    for (const [name, text] of Object.entries(edits)) {
      const path = join(work, name);
      await mkdir(dirname(path), { recursive: true });
      if (text === undefined) await rm(path);
      else await writeFile(path, text);
    }
    return save(message, author);
  };
  save('Begin');
  return {
    commit,
    async merge(message, commits) {
      git(work, ['checkout', '--quiet', '-b', 'side']);
      for (const [each, edits] of commits) await commit(each, edits);
      git(work, ['checkout', '--quiet', 'main']);
      git(work, ['merge', '--quiet', '--no-ff', '-m', message, 'side']);
      git(work, ['branch', '--quiet', '-D', 'side']);
      return git(work, ['rev-parse', 'HEAD']).trim();
    },
    async open() {
      const cacheDir = join(folder.path, 'cache');
      const history = await openHistory({ name: 'test/test', path: work, cacheDir });
      if (history.kind === 'absent') throw new Error(history.reason);
      return history;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
