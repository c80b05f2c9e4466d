import { z } from 'zod';

const countSchema = z.int().nonnegative();

/** One line of an attempt's `usage.jsonl`: a call, or a request that was refused. */
export interface UsageRecord {
  /** ISO 8601. */
  readonly at: string;
  readonly call: string;
  readonly protocol: string;
  readonly path: string;
  readonly model: string;
  /** The status for the client; 0 if it closed the connection. */
  readonly status: number;
  /** Reason of a refusal, e.g. `budget_exceeded: ...` or `blocked_capability: web search`. */
  readonly refused?: string | undefined;
  /** The kinds do not overlap. */
  readonly tokens: {
    readonly input: number;
    readonly cache_read: number;
    readonly cache_write: number;
    readonly cache_write_1h: number;
    readonly output: number;
  };
  readonly usd: number;
  /** The basis of the cost: the provider's figures, the worst case, or nothing. */
  readonly basis: 'usage' | 'reservation' | 'nothing';
  readonly tries: number;
  /** Failures of the provider during the call. */
  readonly failures: readonly string[];
  readonly ms: number;
  readonly request_bytes: number;
  readonly request_sha256: string;
  readonly answer_bytes: number;
  readonly answer_sha256: string;
}

export const usageRecordSchema: z.ZodType<UsageRecord> = z.strictObject({
  at: z.iso.datetime(),
  call: z.string(),
  protocol: z.string(),
  path: z.string(),
  model: z.string(),
  status: countSchema,
  refused: z.string().optional(),
  tokens: z.strictObject({
    input: countSchema,
    cache_read: countSchema,
    cache_write: countSchema,
    cache_write_1h: countSchema,
    output: countSchema,
  }),
  usd: z.number().nonnegative(),
  basis: z.enum(['usage', 'reservation', 'nothing']),
  tries: countSchema,
  failures: z.array(z.string()),
  ms: countSchema,
  request_bytes: countSchema,
  request_sha256: z.string(),
  answer_bytes: countSchema,
  answer_sha256: z.string(),
});
