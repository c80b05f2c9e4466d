import { execFileSync } from 'node:child_process';
import { mirrorTemplate } from '@refbench/test-helpers';
import { GitRepository } from './git/git-repository.ts';
import { createScratchRepository } from './git/scratch-repository.ts';
import { openRepository } from './open-repository.ts';
import type { Repository, StoredFile, WorkingFile } from './tree/repository.ts';
import { bytePath, type BytePath, type Tree } from './tree/tree.ts';

/** Creates a repository without a source, for objects that a test writes. */
export async function emptyRepository(cacheDir: string): Promise<Repository> {
  return new GitRepository(await createScratchRepository(cacheDir));
}

export type TestFiles = ReadonlyMap<BytePath, Omit<WorkingFile, 'path'>>;

/** Maps names to texts. The prefix `exec:` makes a file executable; `link:` makes it a link. */
export function textFiles(files: Readonly<Record<string, string>>): TestFiles {
  const found = new Map<BytePath, Omit<WorkingFile, 'path'>>();
  for (const [name, text] of Object.entries(files)) {
    const [kind] = /^(?:link|exec):/.exec(text) ?? [''];
    const mode = kind === 'link:' ? '120000' : kind === 'exec:' ? '100755' : '100644';
    found.set(bytePath(name), { mode, bytes: Buffer.from(text.slice(kind.length)) });
  }
  return found;
}

export async function writeFiles(
  repository: Repository,
  files: TestFiles,
  stored: readonly StoredFile[] = [],
): Promise<string> {
  return repository.writeTree(
    (async function* generate() {
      yield* stored;
      for (const [path, file] of files) yield { path, ...file };
    })(),
  );
}

/** Returns the content of a tree for comparison. */
export async function contents(
  repository: Repository,
  treeish: string,
): Promise<Readonly<Record<string, string>>> {
  const tree: Tree = await repository.readTree(treeish);
  const found: Record<string, string> = {};
  for (const [path, { mode, oid }] of tree) {
    const bytes = mode === '160000' ? oid : (await repository.readBlob(oid)).toString('latin1');
    found[path] = `${mode} ${bytes}`;
  }
  return found;
}

/** Runs the git of the system as an independent reference. */
export function plainGit(cwd: string, args: readonly string[], input?: Buffer | string): Buffer {
  return execFileSync('git', [...args], {
    cwd,
    ...(input === undefined ? {} : { input }),
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_EMAIL: 'test@localhost',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@localhost',
    },
  });
}

export interface MirroredCommit {
  readonly name: string;
  readonly base: string;
  readonly golden: string;
}

export const MIRRORED_COMMITS: readonly MirroredCommit[] = [
  {
    name: 'koajs/koa',
    base: 'ef467caabd03e94639b08c9038cefcbd75233194',
    golden: 'e8f79d43f9a97a27c7f4f9df5d10715300baaa23',
  },
  {
    name: 'remarkablemark/html-react-parser',
    base: '1fcb059b01d3a3d83c1422cdb30ca7ee25c5f349',
    golden: '4255a104125c396b2320b40a2d3ccbe448698878',
  },
];

/** Opens a repository of the mirror. Its caches are in the folder. */
export async function openMirrored(
  { name, base, golden }: MirroredCommit,
  folder: string,
): Promise<Repository> {
  return await openRepository({
    repository: { name },
    instanceDir: folder,
    base,
    golden,
    mirror: mirrorTemplate(),
    cacheDir: folder,
  });
}
