import { randomUUID } from 'node:crypto';
import { sha256OfBytes } from '@refbench/base';
import type { Protocol } from '../protocol/protocol.ts';
import { NO_USAGE, type Usage } from '../usage.ts';
import { statusOf, type Refusal } from './refusal.ts';
import type { Served } from './serve-call.ts';
import type { UsageRecord } from './usage-record.ts';

/** Limits the recorded path, which the agent chooses. */
const MAX_PATH_CHARS = 200;
const NO_BYTES = sha256OfBytes('');

/** Builds the line of `usage.jsonl` for one request. */
export class RequestRecord {
  model = '';
  private readonly protocol: Protocol['name'];
  private readonly path: string;
  private readonly call = randomUUID();
  private readonly started = process.hrtime.bigint();
  private requestBytes = 0;
  private requestDigest: string = NO_BYTES;

  constructor(protocol: Protocol['name'], url: string) {
    this.protocol = protocol;
    this.path = url.split('?', 1).join('').slice(0, MAX_PATH_CHARS);
  }

  body(bytes: Buffer): void {
    this.requestBytes = bytes.length;
    this.requestDigest = sha256OfBytes(bytes);
  }

  refused(refusal: Refusal): UsageRecord {
    return this.served({ refusal, passed: undefined, charges: [], tries: 0, failures: [] });
  }

  served({ refusal, passed, charges, tries, failures }: Served): UsageRecord {
    const sum = (name: keyof Usage): number =>
      charges.reduce((total, { usage }) => total + usage[name], NO_USAGE[name]);
    const bases = new Set(charges.map(({ basis }) => basis));
    return {
      at: new Date().toISOString(),
      call: this.call,
      protocol: this.protocol,
      path: this.path,
      model: this.model,
      status: refusal === undefined ? (passed?.status ?? 0) : statusOf(this.protocol, refusal.code),
      ...(refusal === undefined ? {} : { refused: refusal.message }),
      tokens: {
        input: sum('inputTokens'),
        cache_read: sum('cacheReadTokens'),
        cache_write: sum('cacheWriteTokens'),
        cache_write_1h: sum('cacheWriteLongTokens'),
        output: sum('outputTokens'),
      },
      usd: charges.reduce((total, { usd }) => total + usd, 0),
      basis: bases.has('reservation') ? 'reservation' : bases.has('usage') ? 'usage' : 'nothing',
      tries,
      failures: [...failures],
      ms: Number((process.hrtime.bigint() - this.started) / 1_000_000n),
      request_bytes: this.requestBytes,
      request_sha256: this.requestDigest,
      answer_bytes: passed?.bytes ?? 0,
      answer_sha256: passed === undefined ? NO_BYTES : `sha256:${passed.sha256}`,
    };
  }
}
