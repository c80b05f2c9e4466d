import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openRepository } from '../open-repository.ts';
import { temporaryFolder } from '@refbench/test-helpers';

/** A crafted mirror. Opening it must fail quickly with a named error, whatever is wrong with it. */
export class Mirror {
  readonly folder: string;
  readonly git: string;

  constructor(folder: string) {
    this.folder = folder;
    this.git = join(folder, 'owner/name/.git');
  }

  run(args: readonly string[], input = ''): string {
    const env = {
      PATH: process.env['PATH'],
      HOME: this.folder,
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@localhost',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@localhost',
    };
    const options = { cwd: join(this.folder, 'owner/name'), input, env };
    return execFileSync('git', args, options).toString().trim();
  }

  /** Stores objects without checking them. */
  object(type: string, bytes: Buffer): string {
    const options = { cwd: join(this.folder, 'owner/name'), input: bytes };
    const args = ['hash-object', '-t', type, '-w', '--literally', '--stdin'];
    return execFileSync('git', args, options).toString().trim();
  }

  commit(tree: string, parents: readonly string[] = []): string {
    return this.run(['commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-m', 'x']);
  }

  async open(base: string, golden: string): Promise<void> {
    await using _opened = await openRepository({
      repository: { name: 'owner/name' },
      instanceDir: this.folder,
      base,
      golden,
      mirror: this.folder,
      cacheDir: join(this.folder, 'cache'),
    });
  }
}

interface Commits {
  base: string;
  golden: string;
}

/** Expects that a spoiled mirror, which could be opened before, is refused. */
export async function expectRefusal(
  spoil: (mirror: Mirror, commits: Commits) => unknown,
  message: RegExp,
): Promise<void> {
  await using folder = await temporaryFolder();
  const mirror = new Mirror(folder.path);
  await mkdir(join(folder.path, 'owner/name'), { recursive: true });
  mirror.run(['init', '--quiet']);
  const blob = mirror.object('blob', Buffer.from('x\n'));
  const base = mirror.commit(mirror.run(['mktree'], `100644 blob ${blob}\ta\n`));
  const golden = mirror.commit(mirror.run(['mktree'], `100644 blob ${blob}\tb\n`), [base]);
  const commits = { base, golden };
  await mirror.open(base, golden);
  await spoil(mirror, commits);
  await expect(mirror.open(commits.base, commits.golden)).rejects.toMatchObject({
    kind: 'repository',
    message: expect.stringMatching(message) as string,
  });
}
