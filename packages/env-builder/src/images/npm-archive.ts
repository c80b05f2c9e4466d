import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RefbenchError } from '@refbench/contracts';
import { guardDisk, withLock } from '@refbench/base';
import { execa } from 'execa';
import type { PinnedArchive } from './image-identity.ts';

export interface FetchOptions {
  readonly cacheDir: string;
  /** Variables for the client, e.g. proxies, in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Fetches the tarball of an npm package. The host's npm is used, so the user's registry, proxy and
 * certificates apply. The tarball is verified against the pinned digest, even if it is cached.
 * @throws RefbenchError kind `image`
 */
export async function fetchNpmArchive(
  archive: PinnedArchive,
  options: FetchOptions,
): Promise<string> {
  const spec = `${archive.package}@${archive.version}`;
  const path = join(options.cacheDir, `${spec.replaceAll('/', '+')}.tgz`);
  await guardDisk(path, () => mkdir(options.cacheDir, { recursive: true }));
  // Two layers that are made at once may need the same archive.
  return await withLock(
    `${path}.lock`,
    `archive ${spec}`,
    async () => {
      if (await isFile(path)) {
        if ((await integrityOf(path)) === archive.integrity) return path;
        await rm(path, { force: true });
      }
      return await fetchInto(path, spec, archive.integrity, options);
    },
    options.signal,
  );
}

async function fetchInto(
  path: string,
  spec: string,
  integrity: string,
  options: FetchOptions,
): Promise<string> {
  const folder = await mkdtemp(join(options.cacheDir, '.fetch-'));
  try {
    const fetched = join(folder, await packInto(folder, spec, options));
    const found = await integrityOf(fetched);
    if (found !== integrity) throw wrongContent(spec, integrity, found);
    await rename(fetched, path);
    return path;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function packInto(folder: string, spec: string, options: FetchOptions): Promise<string> {
  const result = await execa('npm', ['pack', '--silent', '--ignore-scripts', spec], {
    cwd: folder,
    env: options.env,
    stdin: 'ignore',
    reject: false,
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  });
  options.signal?.throwIfAborted();
  const name = result.stdout.trim().split('\n').at(-1) ?? '';
  if (!result.failed && /^[A-Za-z0-9._-]+\.tgz$/.test(name)) return name;
  throw new RefbenchError({
    kind: 'image',
    message: `npm could not fetch ${spec}: ${lastLine(result.stderr) || result.shortMessage || 'it produced no file'}`,
    hint: `make "npm pack ${spec}" work on this machine (registry, proxy, certificates)`,
  });
}

async function integrityOf(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return `sha512-${hash.digest('base64')}`;
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

function wrongContent(spec: string, expected: string, found: string): RefbenchError {
  return new RefbenchError({
    kind: 'image',
    message: `${spec} has the digest ${found}, but ${expected} is pinned`,
    hint: 'find out why the package changed; if the new content is correct, pin it in docker/images/images.yaml',
  });
}
