import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/** An entry of an archive. A link has a target in place of content. */
export interface ArchiveEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  readonly link?: string;
}

/** Packs a .tgz with these entries, whatever their names are. */
export async function tgz(entries: readonly ArchiveEntry[]): Promise<Buffer> {
  const archive = pack();
  for (const { name, content = '', link } of entries) {
    if (link === undefined) archive.entry({ name }, content);
    else archive.entry({ name, type: 'symlink', linkname: link });
  }
  archive.finalize();
  return gzipSync(await buffer(archive));
}

interface NpmVersion {
  readonly version: string;
  readonly time: string;
  readonly archive: Buffer;
  /** Replaces the address or the digest that the registry states. */
  readonly dist?: Readonly<Record<string, string>>;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** What a registry on this machine answers to a path. */
type Page = (response: ServerResponse) => void;

/** Registries of all five kinds on one port of this machine, and a log of what they were asked. */
export class FakeRegistries implements AsyncDisposable {
  readonly asked: string[] = [];
  private readonly pages = new Map<string, Page>();
  private readonly server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    this.asked.push(path);
    const page = this.pages.get(path);
    if (page === undefined) response.writeHead(404).end();
    else page(response);
  });

  static async start(options: { readonly trueDates?: boolean } = {}): Promise<FakeRegistries> {
    const registries = new FakeRegistries();
    registries.server.listen(0, '127.0.0.1');
    await once(registries.server, 'listening');
    const { trueDates = true } = options;
    registries.npm('once', [
      {
        version: '1.4.0',
        time: trueDates ? '2016-09-06T22:52:44Z' : '2025-03-03T00:00:00Z',
        archive: await tgz([]),
      },
    ]);
    return registries;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Answers a path with these bytes. */
  page(path: string, body: Buffer | string, type = 'application/json'): void {
    this.answer(path, (response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
    });
  }

  answer(path: string, page: Page): void {
    this.pages.set(path, page);
  }

  /** Publishes all versions of an npm package. */
  npm(name: string, versions: readonly NpmVersion[]): void {
    const packument = {
      name,
      'dist-tags': { latest: versions.at(-1)?.version },
      time: Object.fromEntries(versions.map(({ version, time }) => [version, time])),
      versions: Object.fromEntries(
        versions.map(({ version, archive, dist, more }) => {
          const file = `${name.split('/').at(-1)}-${version}.tgz`;
          const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
          const tarball = `${this.origin}/npm/${name}/-/${file}`;
          return [version, { name, version, ...more, dist: { tarball, integrity, ...dist } }];
        }),
      ),
    };
    this.page(`/npm/${name}`, JSON.stringify(packument));
    for (const { version, archive } of versions) {
      this.page(
        `/npm/${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
        archive,
        'application/gzip',
      );
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
