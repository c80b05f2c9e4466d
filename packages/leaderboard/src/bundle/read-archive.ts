import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { RefbenchError } from '@refbench/contracts';
import { errorCode, errorText } from '@refbench/base';

export interface ArchiveLimits {
  /** Bytes of the archive after decompression. */
  readonly totalBytes: number;
  readonly fileBytes: number;
  readonly entries: number;
}

const ARCHIVE_LIMITS: ArchiveLimits = {
  totalBytes: 512 * 2 ** 20,
  fileBytes: 128 * 2 ** 20,
  entries: 50_000,
};

export type Archive =
  | { readonly kind: 'read'; readonly files: ReadonlyMap<string, Buffer> }
  | { readonly kind: 'refused'; readonly reason: string };

/** A refusal that stops reading at once. */
class Refusal extends Error {}

/**
 * Reads a tar.gz of regular files into memory. Nothing is written, and reading stops at the first entry
 * that breaks a limit or a rule, so that an archive cannot expand without bound.
 */
export async function readArchive(
  path: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<Archive> {
  const files = new Map<string, Buffer>();
  const folded = new Set<string>();
  let total = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total > limits.totalBytes) {
        done(new Refusal(`it expands to more than ${limits.totalBytes} bytes`));
      } else done(null, chunk);
    },
  });
  const entries = extract();
  const reading = (async () => {
    for await (const entry of entries) {
      const { header } = entry;
      const problem = entryProblem(header, limits, files.size, folded);
      if (problem !== undefined) throw new Refusal(problem);
      folded.add(header.name.toLowerCase());
      files.set(header.name, await contentOf(entry));
    }
  })();
  try {
    await Promise.all([pipeline(createReadStream(path), createGunzip(), count, entries), reading]);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      throw new RefbenchError({
        kind: 'usage',
        message: `there is no file ${path}`,
        hint: 'specify the file of a submission, which refbench leaderboard submit writes',
        cause: error,
      });
    }
    const reason = errorText(error);
    return { kind: 'refused', reason: `${path}: ${reason}` };
  } finally {
    entries.destroy();
    await reading.catch(() => undefined);
  }
  return { kind: 'read', files };
}

function entryProblem(
  { name, type, size }: Header,
  limits: ArchiveLimits,
  entries: number,
  folded: ReadonlySet<string>,
): string | undefined {
  const shown = JSON.stringify(name.slice(0, 200));
  if (type !== 'file') return `${shown} is a ${type}, and only files are allowed`;
  const path = pathProblem(name);
  if (path !== undefined) return `${shown} ${path}`;
  if (folded.has(name.toLowerCase())) return `${shown} occurs twice, or differs only in case`;
  if (size > limits.fileBytes) return `${shown} is larger than ${limits.fileBytes} bytes`;
  return entries >= limits.entries ? `it has more than ${limits.entries} files` : undefined;
}

/** Says why a path cannot be in an archive; undefined if it can. */
function pathProblem(name: string): string | undefined {
  if (name.length > 400) return 'is too long a path';
  if (!/^[\w.@+-]+(?:\/[\w.@+-]+)*$/.test(name)) return 'has characters that no path here has';
  if (name.split('/').some((part) => /^\.+$/.test(part))) return 'leaves its folder';
  return undefined;
}

async function contentOf(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of entry) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
