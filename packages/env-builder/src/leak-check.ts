import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { RefbenchError, type Instance } from '@refbench/contracts';
import type { Repository } from '@refbench/repos';
import { execa } from 'execa';
import { extract } from 'tar-stream';

/**
 * Proves that the git directory in a tar of /testbed holds one commit, one reference, and no blob that
 * only golden has. Reads the very bytes that go into the image. `scratch` is an empty folder to be.
 * @throws RefbenchError kind `image`
 */
export async function checkCommitTar(
  tarPath: string,
  scratch: string,
  instance: Instance,
  repository: Repository,
): Promise<void> {
  const found = await gitDirectoryOf(tarPath, scratch);
  const objects = await git(found, [
    'cat-file',
    '--batch-all-objects',
    '--unordered',
    '--batch-check=%(objecttype) %(objectname)',
  ]);
  const commits: string[] = [];
  const secret = await goldenOnlyBlobs(instance, repository);
  for (const line of objects) {
    const [type = '', oid = ''] = line.split(' ');
    if (type === 'commit') commits.push(oid);
    if (type === 'tag') throw leak(instance, `the tag ${oid}`);
    const path = secret.get(oid);
    if (path !== undefined) throw leak(instance, `golden's version of ${path}`);
  }
  if (commits.length !== 1) throw leak(instance, `${commits.length} commits instead of one`);
  const references = await git(found, ['for-each-ref', '--format=%(refname)']);
  if (references.length > 1) throw leak(instance, `the references ${references.join(', ')}`);
}

/** Object id -> one path of it. */
async function goldenOnlyBlobs(
  instance: Instance,
  repository: Repository,
): Promise<ReadonlyMap<string, string>> {
  const [base, golden] = await Promise.all([
    repository.readTree(instance.base),
    repository.readTree(instance.golden),
  ]);
  const known = new Set([...base.values()].map((entry) => entry.oid));
  return new Map(
    [...golden].filter(([, { oid }]) => !known.has(oid)).map(([path, { oid }]) => [oid, path]),
  );
}

async function gitDirectoryOf(tarPath: string, scratch: string): Promise<string> {
  const reader = extract();
  const source = pipeline(createReadStream(tarPath), reader);
  source.catch(() => undefined);
  for await (const entry of reader) {
    const name = entry.header.name.replace(/^(\.\/)+/, '');
    const parts = name.split('/');
    if (parts[0] !== '.git' || entry.header.type !== 'file' || parts.includes('..')) {
      entry.resume();
      continue;
    }
    const path = join(scratch, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await buffer(entry));
  }
  await source;
  const directory = join(scratch, '.git');
  // git wants these two, which a tar of files leaves out where they are empty.
  await mkdir(join(directory, 'refs'), { recursive: true });
  await mkdir(join(directory, 'objects'), { recursive: true });
  return directory;
}

async function git(directory: string, args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await execa('git', ['--git-dir', directory, ...args], {
    env: {
      PATH: process.env['PATH'],
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      LC_ALL: 'C',
    },
    extendEnv: false,
    stdin: 'ignore',
    maxBuffer: 1_000_000_000,
  });
  return stdout === '' ? [] : stdout.split('\n');
}

function leak(instance: Instance, what: string): RefbenchError {
  return new RefbenchError({
    kind: 'image',
    message: `instance ${instance.id}: the git directory made for its image holds ${what}`,
    mend: 'this must not happen; keep the repository and report it',
  });
}
