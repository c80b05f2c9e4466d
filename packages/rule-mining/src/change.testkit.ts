import { openRepository } from '@refbench/repos';
import { groundIn, type RepositoryGround } from '@refbench/rule-engine';
import { temporaryFolder, writeRepository } from '@refbench/test-helpers';

type Files = Readonly<Record<string, string>>;

/** Base and golden in a repository of their own. */
export async function groundOf(base: Files, golden: Files): Promise<RepositoryGround> {
  const folder = await temporaryFolder();
  const commits = await writeRepository(folder.path, { base, golden });
  const repository = await openRepository({
    repository: { name: 'some/name', path: 'repository' },
    instanceDir: folder.path,
    ...commits,
    cacheDir: `${folder.path}/cache`,
  });
  const ground = await groundIn(repository, commits);
  return {
    ...ground,
    [Symbol.asyncDispose]: async () => {
      await ground[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
