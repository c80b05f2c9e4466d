import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addInstance } from '../add-instance.ts';
import { selectInstances, type CatalogEntry } from '../instance-catalog.ts';
import type { Workspace } from '../workspace.ts';

type Files = Readonly<Record<string, string>>;

/** A test file with so many tests; every tenth fails. */
function testFile(count: number): string {
  return `const { test } = require('node:test');
for (let n = 1; n <= ${count}; n += 1) test('sum ' + n, () => { if (n % 10 === 0) throw new Error('ten'); });
`;
}

const BASE: Files = {
  'package.json': JSON.stringify({
    name: 'adds',
    engines: { node: '22' },
    scripts: { test: 'node --test test/*.test.js' },
  }),
  'package-lock.json': JSON.stringify({
    name: 'adds',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'adds', engines: { node: '22' } } },
  }),
  '.gitignore': 'node_modules\n',
  'index.js': '1;\n',
  'test/a.test.js': testFile(12),
};

const GOLDEN: Files = {
  'index.js': '2; // what only the second commit says of itself\n',
  'test/b.test.js': testFile(3),
};

/** An instance that has no environment yet, of a repository of two commits in a mirror below the folder. */
export async function instanceWithoutEnvironment(
  folder: string,
  stateDir: string,
): Promise<{ readonly workspace: Workspace; readonly entry: CatalogEntry }> {
  const repository = join(folder, 'mirror/fixture/adds');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
      cwd: repository,
      encoding: 'utf8',
    });
  await mkdir(repository, { recursive: true });
  git('init', '--quiet');
  for (const files of [BASE, GOLDEN]) {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(repository, path)), { recursive: true });
      await writeFile(join(repository, path), text);
    }
    git('add', '--all');
    git('commit', '--quiet', '--message=commit');
  }
  const workspace: Workspace = {
    instancesDir: join(folder, 'instances'),
    rulesDir: join(folder, 'rules'),
    runsDir: join(folder, 'runs'),
    stateDir,
    mirror: join(folder, 'mirror/{owner}/{name}'),
  };
  const { instance } = await addInstance({
    workspace,
    repository: 'fixture/adds',
    golden: git('rev-parse', 'HEAD').trim(),
    signal: new AbortController().signal,
  });
  const [entry] = await selectInstances(workspace, [instance.id]);
  if (entry === undefined) throw new Error('the instance was not written');
  return { workspace, entry };
}
