import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A registry with one package, for the real npm. */
export interface NpmRegistry extends AsyncDisposable {
  readonly url: string;
  /** Lines of an .npmrc that leads the scope of the package to this registry. */
  readonly npmrc: string;
  /** Sets what the server has. Before, it has nothing. */
  publish(name: string, version: string, tarball: Buffer): void;
}

/**
 * Starts a registry on this machine.
 * @param options.token if given, a request without it is refused
 * @param options.damage changes the bytes of the archive after its digest was computed
 */
export async function startNpmRegistry(
  options: { readonly token?: string; readonly damage?: boolean } = {},
): Promise<NpmRegistry> {
  const packages = new Map<string, { readonly version: string; readonly tarball: Buffer }>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://localhost').pathname);
    if (options.token !== undefined) {
      if (request.headers.authorization !== `Bearer ${options.token}`) {
        response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
        return;
      }
    }
    const [name = '', archive] = path.slice(1).split('/-/');
    const found = packages.get(name);
    if (found === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
    } else if (archive !== undefined) {
      const { tarball } = found;
      response.end(options.damage === true ? tarball.subarray(0, -1) : tarball);
    } else {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(packument(url(), name, found.version, found.tarball)));
    }
  });
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const registry = url();
  const login =
    options.token === undefined ? '' : `${registry.slice(5)}:_authToken=${options.token}\n`;
  return {
    url: registry,
    npmrc: `@refbench:registry=${registry}\n${login}`,
    publish: (name, version, tarball) => void packages.set(name, { version, tarball }),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function packument(url: string, name: string, version: string, tarball: Buffer): object {
  const digest = createHash('sha512').update(tarball).digest('base64');
  const dist = {
    tarball: `${url}${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
    integrity: `sha512-${digest}`,
  };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { name, version, dist } },
  };
}
