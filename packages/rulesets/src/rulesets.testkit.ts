import { resolve } from 'node:path';
import { openRepository } from '@refbench/repos';
import { folderOf, temporaryFolder, writeRepository, type Files } from '@refbench/test-helpers';
import {
  loadRuleset,
  openEngines,
  opengrepRulesOf,
  repositoryContext,
  type HostEngines,
  type OpengrepRule,
  type RepositoryContext,
  type Ruleset,
  type SourceFile,
} from '@refbench/rule-engine';

/** Loads a ruleset from rule files, e.g. `{ 'additive/a.yml': '...' }`. */
export async function rulesetOf(files: Files): Promise<Ruleset> {
  await using folder = await folderOf(files);
  return await loadRuleset(folder.path);
}

export const text = (path: string, content: string): SourceFile => ({
  path,
  bytes: Buffer.from(content),
});

/** OpenGrep rules in JavaScript with the ids r0, r1 and so on. */
export function opengrepRules(...definitions: readonly object[]): readonly OpengrepRule[] {
  const rules = definitions.map((definition, index) => ({
    id: `r${index}`,
    languages: ['js'],
    message: 'found',
    severity: 'INFO',
    ...definition,
  }));
  return opengrepRulesOf({ rules }, 'additive', 'rules.yml');
}

/** The state is shared by all tests, so that the program is downloaded once. */
export function testEngines(): HostEngines {
  return openEngines({ stateDir: resolve(import.meta.dirname, '../../../.refbench') });
}

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
