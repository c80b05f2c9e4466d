import type { Instance } from '@refbench/contracts';
import { openRuleContext, type RepositoryContext } from '@refbench/rule-engine';
import { openCommits, type Files } from '@refbench/test-helpers';

/** Base and golden in a repository of their own. */
export async function contextOf(base: Files, golden: Files): Promise<RepositoryContext> {
  return await openCommits({ base, golden }, ({ folder, ...commits }) =>
    openRuleContext({
      instance: { repository: { name: 'some/name', path: 'repository' }, ...commits } as Instance,
      instanceDir: folder,
      cacheDir: `${folder}/cache`,
    }),
  );
}
