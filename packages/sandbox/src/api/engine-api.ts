import type { Readable } from 'node:stream';
import Docker from 'dockerode';
import { logOf } from '@refbench/base';
import { z } from 'zod';
import { EngineApiError, toApiError } from './engine-api-error.ts';

const log = logOf('engine');

/** The address of an engine: the path of a unix socket, or host and port. */
export type EngineAddress =
  | { readonly kind: 'unix'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number };

export interface EngineRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  /** A tar archive, sent as the body. */
  readonly upload?: Readable;
  /** Credentials that the engine passes to a registry. */
  readonly registryAuth?: RegistryAuth;
  /** Undefined means no time limit. Only for requests that last long by nature. */
  readonly timeoutMs: number | undefined;
}

export interface RegistryAuth {
  readonly username: string;
  readonly password: string;
  readonly serveraddress: string;
  /** In the place of a password. */
  readonly identitytoken?: string;
}

/** Status codes of success. Any other status is an `EngineApiError`. */
const SUCCESS = { 101: true, 200: true, 201: true, 204: true, 304: true } as const;
const MAX_RESPONSE_BYTES = 64 * 2 ** 20;

/** The HTTP API of the engine. Every request has a deadline and every response a schema. */
export class EngineApi {
  readonly address: EngineAddress;
  private readonly modem: Docker['modem'];

  constructor(address: EngineAddress) {
    this.address = address;
    const options =
      address.kind === 'unix'
        ? { socketPath: address.path }
        : { host: address.host, port: address.port, protocol: 'http' as const };
    this.modem = new Docker(options).modem;
  }

  /** Returns the body of the response as JSON. */
  async json<T>(request: EngineRequest, schema: z.ZodType<T>): Promise<T> {
    const text = await this.text(request);
    const parsed = schema.safeParse(text === '' ? undefined : parse(text, request));
    if (parsed.success) return parsed.data;
    throw new EngineApiError({
      message: `${request.method} ${request.path}: unexpected response of the engine (${z.prettifyError(parsed.error)})`,
    });
  }

  /** Returns the body of the response as text. */
  async text(request: EngineRequest): Promise<string> {
    const signal =
      request.timeoutMs === undefined ? undefined : AbortSignal.timeout(request.timeoutMs);
    const stream = await this.open(request, signal);
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of stream) {
        const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
        bytes += buffer.length;
        if (bytes > MAX_RESPONSE_BYTES) throw new Error('the response exceeds 64 MiB');
        chunks.push(buffer);
      }
    } catch (error) {
      throw toApiError(error, request);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  /** Resolves with the stream of the body as soon as the engine has sent its headers. */
  async stream(request: EngineRequest): Promise<Readable> {
    return await this.open(request, undefined);
  }

  private async open(request: EngineRequest, signal: AbortSignal | undefined): Promise<Readable> {
    const { method, path } = request;
    const started = performance.now();
    return await new Promise<Readable>((resolve, reject) => {
      this.modem.dial(
        {
          // The transport removes the last character of a path without a query.
          path: request.query === undefined ? request.path : `${request.path}?`,
          method: request.method,
          isStream: true,
          statusCodes: SUCCESS,
          options: { _query: request.query ?? {}, _body: request.body ?? {} },
          ...(request.upload === undefined ? {} : { file: request.upload }),
          ...(request.registryAuth === undefined ? {} : { authconfig: request.registryAuth }),
          ...(signal === undefined ? {} : { abortSignal: signal }),
        },
        (error, answer) => {
          const ms = Math.round(performance.now() - started);
          log.debug({ method, path, ms, error: error?.message }, 'request to the engine');
          if (error !== null) reject(toApiError(error, request));
          else if (isReadable(answer)) resolve(abortable(answer, signal));
          else reject(new EngineApiError({ message: `${request.path}: no response` }));
        },
      );
    });
  }
}

function isReadable(value: unknown): value is Readable {
  return typeof value === 'object' && value !== null && 'pipe' in value;
}

/** The signal of the request covers only the headers. The body needs the same deadline. */
function abortable(stream: Readable, signal: AbortSignal | undefined): Readable {
  if (signal === undefined) return stream;
  const abort = (): void => {
    stream.destroy(new Error('the engine did not respond in time', { cause: signal.reason }));
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  stream.once('close', () => {
    signal.removeEventListener('abort', abort);
  });
  return stream;
}

function parse(text: string, request: EngineRequest): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw toApiError(error, request);
  }
}
