import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeEnvironment } from '@refbench/env-builder';
import type { Engine } from '@refbench/sandbox';
import { addInstance, selectInstances, type CatalogEntry } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';

/** File contents by path. */
export type Files = Readonly<Record<string, string>>;

/** Returns a workspace with a mirror in a folder. */
export function fixtureWorkspace(folder: string, stateDir: string): Workspace {
  return {
    instancesDir: join(folder, 'instances'),
    rulesDir: join(folder, 'rules'),
    runsDir: join(folder, 'runs'),
    stateDir,
    mirror: join(folder, 'mirror/{owner}/{name}'),
  };
}

/**
 * Creates a repository with two commits in the mirror, and adds it as an instance without
 * environment.
 */
export async function addFixture(
  workspace: Workspace,
  name: string,
  commits: { readonly base: Files; readonly golden: Files },
): Promise<CatalogEntry> {
  const repository = (workspace.mirror ?? '').replace('{owner}', 'fixture').replace('{name}', name);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
      cwd: repository,
      encoding: 'utf8',
    });
  await mkdir(repository, { recursive: true });
  git('init', '--quiet');
  for (const files of [commits.base, commits.golden]) {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(repository, path)), { recursive: true });
      await writeFile(join(repository, path), text);
    }
    git('add', '--all');
    git('commit', '--quiet', '--message=commit');
  }
  const { instance } = await addInstance({
    workspace,
    repository: `fixture/${name}`,
    golden: git('rev-parse', 'HEAD').trim(),
    signal: new AbortController().signal,
  });
  const [entry] = await selectInstances(workspace, [instance.id]);
  if (entry === undefined) throw new Error('the instance was not written');
  return entry;
}

/** Removes all images of the workspace's instances, and the layers that only they use. */
export async function removeEnvironments(engine: Engine, workspace: Workspace): Promise<void> {
  const entries = await selectInstances(workspace, ['*']);
  const own = entries.map(({ instance }) => instance.id);
  for (const { id, tags } of await engine.listImages('refbench.environment')) {
    const references = tags.filter((tag) => own.some((name) => tag.includes(`:${name}-`)));
    if (references.length > 0) await removeEnvironment(engine, id, references);
  }
}

/** Returns the files of a Node project without dependencies. */
export function nodeProject(name: string): Files {
  const engines = { node: '22' };
  return {
    'package.json': JSON.stringify({
      name,
      engines,
      scripts: { test: 'node --test test/*.test.js' },
    }),
    'package-lock.json': JSON.stringify({
      name,
      lockfileVersion: 3,
      requires: true,
      packages: { '': { name, engines } },
    }),
    '.gitignore': 'node_modules\n',
  };
}

/** Returns a test file with `count` tests, of which every tenth fails. */
export function testFile(count: number): string {
  return `const { test } = require('node:test');
for (let n = 1; n <= ${count}; n += 1) test('sum ' + n, () => { if (n % 10 === 0) throw new Error('ten'); });
`;
}
