import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addInstance, selectOne, type CatalogEntry } from '@refbench/instances';
import { git, temporaryFolder } from '@refbench/test-helpers';
import type { Workspace } from '@refbench/workspace';
import { onTestFinished } from 'vitest';

/** A repository with one commit in each of these years after 2000, each of which is an instance. */
export async function yearlyInstances(years: readonly number[]): Promise<{
  readonly workspace: Workspace;
  readonly entries: readonly CatalogEntry[];
}> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const clone = join(folder.path, 'clone');
  await mkdir(clone);
  git(clone, ['init', '-q']);
  const place = (name: string): string => join(folder.path, name);
  const workspace: Workspace = {
    instancesDir: place('instances'),
    rulesDir: place('rules'),
    runsDir: place('runs'),
    stateDir: place('state'),
    mirror: undefined,
    opengrep: undefined,
  };
  const signal = AbortSignal.timeout(60_000);
  const entries: CatalogEntry[] = [];
  for (const year of [2000, ...years]) {
    await writeFile(join(clone, 'a.ts'), `export const year = ${year};\n`);
    git(clone, ['add', '.']);
    git(clone, ['commit', '-q', '-m', String(year)], `${year}-01-01T00:00:00Z`);
    if (year === 2000) continue;
    const golden = git(clone, ['rev-parse', 'HEAD']).trim();
    const url = pathToFileURL(clone).href;
    const { instance } = await addInstance({ workspace, repository: 'o/n', golden, url, signal });
    entries.push(await selectOne(workspace, instance.id));
  }
  return { workspace, entries };
}
