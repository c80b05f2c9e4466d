import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardDisk } from '@refbench/files';
import { fetch as fetchThroughProxy } from '../http.ts';

const TRIES = 4;
const FIRST_WAIT_MS = 1_000;

export type Download =
  | { readonly kind: 'file' }
  /** The archive has no such hour. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Writes an hour to a file of ours. Servers that are busy are asked again; a hole is an answer. */
export async function downloadHour(
  url: string,
  file: string,
  signal?: AbortSignal,
  firstWaitMs: number = FIRST_WAIT_MS,
): Promise<Download> {
  await guardDisk(file, () => mkdir(dirname(file), { recursive: true }));
  let reason = '';
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await sleep(firstWaitMs * 2 ** (attempt - 1), undefined, { signal });
    signal?.throwIfAborted();
    try {
      const response = await fetchThroughProxy(url, signal === undefined ? {} : { signal });
      if (response.status === 404) return { kind: 'missing' };
      if (response.ok && response.body !== null) {
        await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
        return { kind: 'file' };
      }
      reason = `the server answered ${response.status}`;
      if (response.status < 500 && response.status !== 429) break;
    } catch (error) {
      signal?.throwIfAborted();
      reason = describe(error);
    }
    await rm(file, { force: true });
  }
  return { kind: 'failed', reason };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
