import type { Instance } from '@refbench/contracts';
import { openCommits, type Files } from '@refbench/test-helpers';
import { openRuleContext, type RepositoryContext } from './scan/rule-context.ts';

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
