import { retryAfterMs as parseRetryAfter } from '@refbench/base';
import { z } from 'zod';
import { jsonOf } from './guard.ts';

/** Statuses of failures that may pass: the same request may succeed later. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Statuses of requests that are the fault of the client, which gets the answer of the provider. */
const CLIENT_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);

/** Error codes of an empty account, which providers send with 429 as if it would pass. */
const LASTING_CODES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
]);

export type StatusKind = 'success' | 'client' | 'passing' | 'lasting';

/** Sorts an HTTP status of a provider. */
export function kindOfStatus(status: number): StatusKind {
  if (status >= 200 && status < 300) return 'success';
  if (CLIENT_STATUSES.has(status)) return 'client';
  return PASSING_STATUSES.has(status) || status >= 500 ? 'passing' : 'lasting';
}

const errorSchema = z.object({
  error: z.object({ code: z.unknown().optional(), type: z.unknown().optional() }),
});

/** Whether the body of a failure says that it is permanent, regardless of the status. */
export function saysLasting(body: string): boolean {
  const parsed = errorSchema.safeParse(jsonOf(body));
  if (!parsed.success) return false;
  const { code, type } = parsed.data.error;
  return [code, type].some((name) => typeof name === 'string' && LASTING_CODES.has(name));
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns how long the provider asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in
 * seconds or as a date. Returns undefined if it does not say.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = numberOf(headers['retry-after-ms']);
  if (exact !== undefined) return exact;
  const value = headers['retry-after'];
  return parseRetryAfter(typeof value === 'string' ? value : undefined, now);
}

function numberOf(value: string | readonly string[] | undefined): number | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
