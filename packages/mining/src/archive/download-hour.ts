import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefbenchError } from '@refbench/contracts';
import { fetchThroughProxy, guardDisk, retryAfterMs, errorTextWithCause } from '@refbench/base';

const TRIES = 4;
const FIRST_WAIT_MS = 1_000;
/** Upper limit for `Retry-After`. If the server asks for more, the next command retries. */
const MAX_WAIT_MS = 60_000;

/** An hour to download. Plain data, because it is sent to a worker thread. */
export interface HourDownload {
  readonly url: string;
  /** Path of the download. The file is removed after it was read. */
  readonly into: string;
  readonly firstWaitMs?: number | undefined;
}

export type Download =
  | { readonly kind: 'file' }
  /** The archive does not have this hour. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Downloads an hour file. Retries if the server is busy or the connection fails. */
export async function downloadHour(
  { url, into: file, firstWaitMs = FIRST_WAIT_MS }: HourDownload,
  signal?: AbortSignal,
): Promise<Download> {
  await guardDisk(file, () => mkdir(dirname(file), { recursive: true }));
  let reason = '';
  /** What the server asked for. */
  let askedMs = 0;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) {
      const wait = Math.max(firstWaitMs * 2 ** (attempt - 1), askedMs);
      await sleep(Math.min(wait, MAX_WAIT_MS), undefined, { signal });
    }
    signal?.throwIfAborted();
    try {
      const response = await fetchThroughProxy(url, signal === undefined ? {} : { signal });
      if (response.status === 404) return { kind: 'missing' };
      if (response.ok && response.body !== null) {
        const body = Readable.fromWeb(response.body);
        await guardDisk(file, () => pipeline(body, createWriteStream(file)));
        return { kind: 'file' };
      }
      await response.body?.cancel();
      reason = `the server answered ${response.status}`;
      askedMs = retryAfterMs(response.headers.get('retry-after'), Date.now()) ?? 0;
      if (response.status < 500 && response.status !== 429) break;
    } catch (error) {
      signal?.throwIfAborted();
      if (RefbenchError.isInstance(error)) throw error;
      reason = errorTextWithCause(error);
    }
    await rm(file, { force: true });
  }
  return { kind: 'failed', reason };
}
