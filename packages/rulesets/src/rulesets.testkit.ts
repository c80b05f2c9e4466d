import { resolve } from 'node:path';
import type { Instance } from '@refbench/contracts';
import {
  loadRuleset,
  openEngines,
  opengrepRulesOf,
  openRuleContext,
  type HostEngines,
  type OpengrepRule,
  type RepositoryContext,
  type Ruleset,
  type SourceFile,
} from '@refbench/rule-engine';
import { folderOf, openCommits, opengrepDocument, type Files } from '@refbench/test-helpers';

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
  return opengrepRulesOf(opengrepDocument(...definitions), 'additive', 'rules.yml');
}

/** The state is shared by all tests, so that the program is downloaded once. */
export function testEngines(): HostEngines {
  return openEngines({ stateDir: resolve(import.meta.dirname, '../../../.refbench') });
}

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
