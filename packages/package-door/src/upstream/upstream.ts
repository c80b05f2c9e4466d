import { rootCertificates } from 'node:tls';
import { errorTextWithCause } from '@refbench/base';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { Refusal } from '../contract/refusal.ts';
import type { Subject } from '../contract/package-file.ts';
import { isAllowedAddress } from './allowed-addresses.ts';
import type { RegistryAddresses } from './registry-addresses.ts';

/** Settings of the host for requests to registries. */
export interface UpstreamSettings {
  readonly addresses: RegistryAddresses;
  /** Proxy variables of the build settings. */
  readonly env: Readonly<Record<string, string>>;
  /** PEM certificates in addition to the well-known roots. */
  readonly certificates: readonly string[];
  readonly limits?: Partial<UpstreamLimits>;
}

export interface UpstreamLimits {
  /** The largest answer about a package, in bytes. */
  readonly documentBytes: number;
  /** The largest archive, in bytes. */
  readonly archiveBytes: number;
  /** The longest time for one request, in milliseconds. */
  readonly requestMs: number;
}

const UPSTREAM_LIMITS: UpstreamLimits = {
  documentBytes: 128 * 2 ** 20,
  archiveBytes: 256 * 2 ** 20,
  requestMs: 120_000,
};

const MAX_REDIRECTS = 3;

type Response = Awaited<ReturnType<typeof fetch>>;

interface Request {
  readonly accept?: string;
  readonly method?: 'GET' | 'HEAD';
  readonly about: Subject;
  readonly signal?: AbortSignal | undefined;
}

/** Requests to the registries: only reads, only their own hosts, within limits. */
export class Upstream implements AsyncDisposable {
  readonly addresses: RegistryAddresses;
  readonly limits: UpstreamLimits;
  private readonly agent: EnvHttpProxyAgent;
  /** Hosts that a registry itself names for its files. */
  private readonly hosts = new Set<string>();
  private readonly logins = new Map<string, string>();

  constructor(settings: UpstreamSettings) {
    const ca = [...rootCertificates, ...settings.certificates];
    const { env } = settings;
    const proxy = (name: string): string | undefined => env[name] ?? env[name.toUpperCase()];
    this.limits = { ...UPSTREAM_LIMITS, ...settings.limits };
    this.agent = new EnvHttpProxyAgent({
      connect: { ca },
      requestTls: { ca },
      httpProxy: proxy('http_proxy') ?? '',
      httpsProxy: proxy('https_proxy') ?? '',
      noProxy: proxy('no_proxy') ?? '',
    });
    this.addresses = Object.fromEntries(
      Object.entries(settings.addresses).map(([name, address]) => [
        name,
        this.withoutLogin(address),
      ]),
    );
    for (const address of Object.values(this.addresses)) this.hosts.add(new URL(address).origin);
  }

  /** Allows the host of an address that a registry states for its own files. */
  allow(address: string): void {
    if (/^https?:/.test(address) && URL.canParse(address)) this.hosts.add(new URL(address).origin);
  }

  /** Reads an answer of a registry. Undefined if it has no such page. */
  async document(
    url: string,
    request: Request,
  ): Promise<
    | { readonly body: Buffer; readonly type: string; readonly modified: Date | undefined }
    | undefined
  > {
    const response = await this.request(url, request);
    if (response === undefined) return undefined;
    const parts: Buffer[] = [];
    for await (const chunk of this.chunks(response, this.limits.documentBytes, request.about)) {
      parts.push(chunk);
    }
    return {
      body: Buffer.concat(parts),
      type: response.headers.get('content-type') ?? '',
      modified: dateOf(response.headers.get('last-modified')),
    };
  }

  /** Returns `Last-Modified` of a file. Undefined if there is no such file. */
  async modified(
    url: string,
    about: Subject,
  ): Promise<{ readonly at: Date | undefined } | undefined> {
    const response = await this.request(url, { method: 'HEAD', about });
    return response === undefined
      ? undefined
      : { at: dateOf(response.headers.get('last-modified')) };
  }

  /** Reads an archive as a stream. Undefined if there is none. */
  async archive(url: string, about: Subject): Promise<AsyncIterable<Buffer> | undefined> {
    const response = await this.request(url, { about });
    return response === undefined
      ? undefined
      : this.chunks(response, this.limits.archiveBytes, about);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.agent.destroy();
  }

  private async *chunks(
    response: Response,
    maxBytes: number,
    about: Subject,
  ): AsyncGenerator<Buffer, void, undefined> {
    const tooLarge = (): Refusal =>
      new Refusal('unsafe', `${about.name}: the answer has more than ${maxBytes} bytes`, about);
    if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
      await response.body?.cancel();
      throw tooLarge();
    }
    let length = 0;
    try {
      for await (const chunk of response.body ?? []) {
        length += (chunk as Uint8Array).length;
        if (length > maxBytes) throw tooLarge();
        yield Buffer.from(chunk as Uint8Array);
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(
        'unreachable',
        `the registry broke off: ${errorTextWithCause(error)}`,
        about,
      );
    }
  }

  /** Follows redirects only to hosts of the registry. */
  private async request(first: string, request: Request): Promise<Response | undefined> {
    const { about, accept, method = 'GET' } = request;
    let url = first;
    for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
      if (!isAllowedAddress(url, this.hosts)) {
        throw new Refusal(
          'not-a-package',
          `${about.name}: the registry leads to another host, which is not asked`,
          about,
        );
      }
      const response = await this.send(url, { method, accept, about });
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        url = new URL(response.headers.get('location') ?? '', url).href;
        continue;
      }
      if (response.ok) return response;
      await response.body?.cancel();
      if ([401, 403, 404, 405, 410, 451].includes(response.status)) return undefined;
      throw new Refusal(
        'unreachable',
        `${about.name}: the registry answered with status ${response.status}`,
        about,
      );
    }
    throw new Refusal('unreachable', `${about.name}: the registry redirects without end`, about);
  }

  private async send(
    url: string,
    { method, accept, about }: Pick<Request, 'method' | 'about'> & { accept: string | undefined },
  ): Promise<Response> {
    const login = this.logins.get(new URL(url).origin);
    try {
      return await fetch(url, {
        method: method ?? 'GET',
        redirect: 'manual',
        dispatcher: this.agent,
        signal: AbortSignal.timeout(this.limits.requestMs),
        headers: {
          'user-agent': 'refbench',
          ...(accept === undefined ? {} : { accept }),
          ...(login === undefined ? {} : { authorization: login }),
        },
      });
    } catch (error) {
      throw new Refusal(
        'unreachable',
        `${about.name}: the registry cannot be reached: ${errorTextWithCause(error)}`,
        about,
      );
    }
  }

  /** A login in an address goes into a header, so that no record or message shows it. */
  private withoutLogin(address: string): string {
    const url = new URL(address);
    if (url.username === '' && url.password === '') return address;
    const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    this.logins.set(url.origin, `Basic ${Buffer.from(login).toString('base64')}`);
    url.username = '';
    url.password = '';
    return url.href.replace(/\/+$/, '');
  }
}

function dateOf(text: string | null): Date | undefined {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
