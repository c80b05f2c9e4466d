import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { guardDisk, withLock } from '@refbench/base';
import { makeBareRepository } from '../git/scratch-repository.ts';
import { fetchCommits, lastLines } from './fetch-commits.ts';
import { isFolder } from './objects-dir.ts';
import type { SourceAnswer } from './source.ts';

interface FetchOptions {
  readonly url: string;
  readonly golden: string;
  readonly cacheDir: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches golden and its parents once for all processes that share the cache. The result is renamed
 * into place, so an existing folder is complete.
 */
export async function fromUrl(options: FetchOptions): Promise<SourceAnswer> {
  const url = withoutCredentials(options.url);
  const key = createHash('sha256').update(`${url}\0${options.golden}`).digest('hex').slice(0, 24);
  const place = resolve(options.cacheDir, 'fetched', `${key}.git`);
  if (!(await isFolder(place))) {
    await guardDisk(place, () => mkdir(dirname(place), { recursive: true }));
    const failure = await withLock(
      `${place}.lock`,
      `the fetch of ${url}`,
      async () => {
        if (await isFolder(place)) return undefined;
        await removeParts(place);
        return await fetchInto(place, options);
      },
      options.signal,
    );
    // Not thrown here, because the error message also includes the reasons of other sources.
    if (failure !== undefined) return { kind: 'absent', reason: failure };
  }
  return { kind: 'objects', objectsDir: join(place, 'objects'), name: url };
}

/** While the lock is held, partial folders are leftovers of a killed fetch. */
async function removeParts(place: string): Promise<void> {
  for (const name of await readdir(dirname(place))) {
    if (!name.startsWith(`${basename(place)}.`) || !name.endsWith('.part')) continue;
    await rm(join(dirname(place), name), { recursive: true, force: true });
  }
}

/** Fetches the commits. Returns the reason of a failure, or undefined. */
async function fetchInto(
  place: string,
  { url, golden, signal }: FetchOptions,
): Promise<string | undefined> {
  const gitDir = `${place}.${randomBytes(6).toString('hex')}.part`;
  try {
    await makeBareRepository(gitDir);
    const result = await fetchCommits({ gitDir, url, wanted: golden, how: '--depth=2', signal });
    if (result.exitCode !== 0) return fetchFailure(url, golden, result.stderr);
    await guardDisk(place, () => rename(gitDir, place));
    return undefined;
  } finally {
    await rm(gitDir, { recursive: true, force: true });
  }
}

function fetchFailure(url: string, golden: string, stderr: string): string {
  if (stderr.includes('possible repository corruption')) {
    return `${withoutCredentials(url)} lacks objects of ${golden}: it is a copy of a partial clone, or damaged; complete a partial clone with git fetch --refetch --no-filter, and start again in a new folder`;
  }
  return `cannot fetch ${golden} from ${withoutCredentials(url)}: ${lastLines(stderr.replaceAll(url, withoutCredentials(url)))}`;
}

function withoutCredentials(url: string): string {
  const parsed = new URL(url);
  parsed.password = '';
  // The user in an ssh URL is not secret.
  if (parsed.protocol !== 'ssh:') parsed.username = '';
  return parsed.href;
}
