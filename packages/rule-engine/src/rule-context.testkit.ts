import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Instance } from '@refbench/contracts';
import { folderOf } from '@refbench/test-helpers';
import { openRuleContext, type RepositoryContext } from './scan/rule-context.ts';

type Files = Readonly<Record<string, string>>;

/** Creates a repository with base and golden as two commits. Files in `bin/` are executable. */
export async function contextOf(base: Files, golden: Files): Promise<RepositoryContext> {
  const folder = await folderOf({});
  const root = join(folder.path, 'mirror', 'some', 'name');
  await mkdir(root, { recursive: true });
  git(root, 'init', '-q');
  const commits = [await commit(root, base), await commit(root, golden)] as const;
  const instance = {
    repository: { name: 'some/name' },
    base: commits[0],
    golden: commits[1],
  } as Instance;
  const context = await openRuleContext({
    instance,
    instanceDir: folder.path,
    mirror: join(folder.path, 'mirror'),
    cacheDir: join(folder.path, 'cache'),
  });
  return {
    ...context,
    [Symbol.asyncDispose]: async () => {
      await context[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function commit(root: string, files: Files): Promise<string> {
  git(root, 'rm', '-rfq', '--ignore-unmatch', '.');
  await rm(join(root, '.git', 'index'), { force: true });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
    if (name.startsWith('bin/')) await chmod(join(root, name), 0o755);
  }
  git(root, 'add', '-A', '-f');
  git(root, 'commit', '-qm', 'state', '--allow-empty');
  return git(root, 'rev-parse', 'HEAD').trim();
}

function git(cwd: string, ...args: readonly string[]): string {
  const identity = { NAME: 'Test', EMAIL: 'test@localhost' };
  const people = Object.entries(identity).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  return execFileSync('git', [...args], {
    cwd,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      ...Object.fromEntries(people),
    },
  });
}
