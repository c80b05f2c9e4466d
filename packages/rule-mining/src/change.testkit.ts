import { openRepository } from '@refbench/repos';
import { repositoryContext, type RepositoryContext } from '@refbench/rule-engine';
import { temporaryFolder, writeRepository } from '@refbench/test-helpers';

type Files = Readonly<Record<string, string>>;

/** Base and golden in a repository of their own. */
export async function contextOf(base: Files, golden: Files): Promise<RepositoryContext> {
  const folder = await temporaryFolder();
  const commits = await writeRepository(folder.path, { base, golden });
  const repository = await openRepository({
    repository: { name: 'some/name', path: 'repository' },
    instanceDir: folder.path,
    ...commits,
    cacheDir: `${folder.path}/cache`,
  });
  const context = await repositoryContext(repository, commits);
  return {
    ...context,
    [Symbol.asyncDispose]: async () => {
      await context[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
