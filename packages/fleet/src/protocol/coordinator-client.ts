import { createReadStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { parseJson } from '@refbench/base';
import { z } from 'zod';
import {
  claimAnswerSchema,
  gateStateSchema,
  openedGateSchema,
  renewalAnswerSchema,
  type ClaimAnswer,
  type GateState,
  type openGateSchema,
  type Release,
  type Worker,
} from './messages.ts';

/** `lost`: the lease is not held any more. `unreachable`: the coordinator did not answer. */
export type Answer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 16_000_000;
const errorSchema = z.looseObject({ error: z.string() });

export interface CoordinatorAddress {
  /** For example `http://10.0.0.5:7070`. */
  readonly url: string;
  /** Secret of the run, or token of a lease. */
  readonly token: string;
  /** Certificate in PEM form that is trusted besides those of the system. */
  readonly ca?: string | undefined;
}

/** Speaks with the coordinator of a run. */
export class CoordinatorClient {
  readonly address: CoordinatorAddress;

  constructor(address: CoordinatorAddress) {
    this.address = address;
  }

  claim(worker: Worker): Promise<Answer<ClaimAnswer>> {
    return this.ask('POST', '/v1/claims', claimAnswerSchema, {
      ...worker,
      now: new Date().toISOString(),
    });
  }

  renew(events: readonly unknown[]): Promise<Answer<{ stop: boolean }>> {
    return this.ask('POST', '/v1/renewals', renewalAnswerSchema, { events });
  }

  release(release: Release): Promise<Answer<object>> {
    return this.ask('POST', '/v1/releases', z.object({}), release);
  }

  openGate(
    wanted: z.infer<typeof openGateSchema>,
  ): Promise<Answer<z.infer<typeof openedGateSchema>>> {
    return this.ask('POST', '/v1/gates', openedGateSchema, wanted);
  }

  gateState(id: string): Promise<Answer<GateState>> {
    return this.ask('GET', `/v1/gates/${id}`, gateStateSchema);
  }

  concludeGate(id: string): Promise<Answer<GateState>> {
    return this.ask('POST', `/v1/gates/${id}/conclude`, gateStateSchema, {});
  }

  closeGate(id: string): Promise<Answer<object>> {
    return this.ask('DELETE', `/v1/gates/${id}`, z.object({}));
  }

  /** Sends the archive of a result. */
  deliver(archive: string, digest: string): Promise<Answer<object>> {
    return this.ask('PUT', '/v1/result', z.object({}), createReadStream(archive), {
      'x-refbench-digest': digest,
      'content-type': 'application/x-tar',
    });
  }

  /** The request that a connection to a gate begins with. */
  upgrade(id: string, protocol: string): ReturnType<typeof httpRequest> {
    return this.start('GET', `/v1/gates/${id}`, { connection: 'Upgrade', upgrade: protocol });
  }

  private start(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): ReturnType<typeof httpRequest> {
    const { url, token, ca } = this.address;
    const target = new URL(path, url);
    const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
    return request(target, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(ca === undefined ? {} : { ca }),
    });
  }

  private async ask<T>(
    method: string,
    path: string,
    schema: z.ZodType<T>,
    body?: object,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ): Promise<Answer<T>> {
    try {
      const { status, text } = await this.send(method, path, headers, body);
      if (status === 409 || status === 401) return { kind: 'lost' };
      if (status < 200 || status >= 300) {
        const problem = parseJson(text, errorSchema);
        const reason = problem.kind === 'valid' ? problem.value.error : `HTTP status ${status}`;
        return { kind: status >= 500 ? 'unreachable' : 'refused', reason };
      }
      const parsed = parseJson(text, schema);
      return parsed.kind === 'valid'
        ? { kind: 'ok', value: parsed.value }
        : { kind: 'refused', reason: parsed.reason };
    } catch (error) {
      return {
        kind: 'unreachable',
        reason: error instanceof Error ? error.message : String(error),
      };
    }
  }

  private async send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: object | undefined,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const request = this.start(method, path, headers);
    request.setTimeout(TIMEOUT_MS, () =>
      request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)),
    );
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.once('error', reject);
    });
    if (body === undefined) request.end();
    else if ('pipe' in body) (body as NodeJS.ReadableStream).pipe(request);
    else request.end(JSON.stringify(body));
    const response = await answered;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too long');
      chunks.push(chunk);
    }
    return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
  }
}
