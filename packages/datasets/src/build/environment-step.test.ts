import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addInstance, selectOne, type CatalogEntry } from '@refbench/instances';
import { git, temporaryFolder } from '@refbench/test-helpers';
import type { Workspace } from '@refbench/workspace';
import { expect, onTestFinished, test } from 'vitest';
import type { SuiteContext } from '../admission/gate.ts';
import { environmentStep, type EnvironmentBuilder } from './environment-step.ts';

async function anEntry(): Promise<{
  readonly workspace: Workspace;
  readonly entry: CatalogEntry;
}> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const clone = join(folder.path, 'clone');
  await mkdir(clone);
  git(clone, ['init', '-q']);
  for (const year of [2000, 2001]) {
    await writeFile(join(clone, 'a.ts'), `export const year = ${year};\n`);
    git(clone, ['add', '.']);
    git(clone, ['commit', '-q', '-m', String(year)], `${year}-01-01T00:00:00Z`);
  }
  const place = (name: string): string => join(folder.path, name);
  const workspace: Workspace = {
    instancesDir: place('instances'),
    rulesDir: place('rules'),
    runsDir: place('runs'),
    stateDir: place('state'),
    mirror: undefined,
    opengrep: undefined,
  };
  const golden = git(clone, ['rev-parse', 'HEAD']).trim();
  const url = pathToFileURL(clone).href;
  const signal = AbortSignal.timeout(60_000);
  const { instance } = await addInstance({ workspace, repository: 'o/n', golden, url, signal });
  return { workspace, entry: await selectOne(workspace, instance.id) };
}

test('a rejected recipe is drafted anew, unless somebody has corrected it', async () => {
  const { workspace, entry } = await anEntry();
  const script = join(entry.dir, 'environment/test_command');
  let drafts = 0;
  const build: EnvironmentBuilder = async () => {
    drafts += 1;
    await mkdir(join(entry.dir, 'environment'), { recursive: true });
    await writeFile(join(entry.dir, 'environment/setup_shell.sh'), 'true\n');
    await writeFile(join(entry.dir, 'environment/count_tests'), 'true\n');
    await writeFile(script, 'exit 1\n');
    return { kind: 'rejected', reason: 'no tests' };
  };
  const isCorrected = new Error('the recipe is validated');
  // The engine is first needed to validate a recipe.
  const engine = new Proxy({} as SuiteContext['engine'], {
    get: () => {
      throw isCorrected;
    },
  });
  const context = { workspace, entry, engine, build: {} } as SuiteContext;
  const step = async (): Promise<unknown> =>
    await environmentStep(
      { ...context, signal: AbortSignal.timeout(60_000), onProgress: () => undefined },
      build,
      async () => entry,
    );
  const lost = { kind: 'dropped', reason: 'no tests' };
  expect(await step()).toEqual(lost);
  expect(await step()).toEqual(lost);
  expect(drafts).toBe(2);
  await writeFile(script, 'npm test\n');
  await expect(step()).rejects.toThrow();
  expect(drafts).toBe(2);
});
