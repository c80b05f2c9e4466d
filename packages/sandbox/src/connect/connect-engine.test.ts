import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectEngine } from './connect-engine.ts';
import { askEndpoints } from './find-sockets.ts';

let folder: string;
let host: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-socket-'));
  host = `unix://${join(folder, 'engine.sock')}`;
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function fakeEngine(answers: Readonly<Record<string, unknown>>): Promise<Server> {
  const listener: RequestListener = (request, response) => {
    response.end(JSON.stringify(answers[request.url ?? '']));
  };
  const server = createHttpServer(listener).listen(join(folder, 'engine.sock'));
  await once(server, 'listening');
  return server;
}

const info = { NCPU: 4, MemTotal: 1, Driver: 'overlay', CgroupVersion: '1' };
const podman = {
  Version: '4.3.1',
  ApiVersion: '1.41',
  Components: [{ Name: 'Podman Engine' }, { Name: 'Conmon' }],
};

describe('connectEngine', () => {
  it('names the endpoint if nothing listens', async () => {
    await expect(connectEngine({ host, stateDir: folder })).rejects.toMatchObject({
      kind: 'engine',
      message: expect.stringContaining(`the host option (${host})`) as string,
    });
  });

  it.each(['/version', '/info'])('asks again if %s is not answered in time', async (late) => {
    let isFirst = true;
    const server = createHttpServer(({ url }, response) => {
      const isLate = url === late && isFirst;
      if (isLate) isFirst = false;
      else response.end(JSON.stringify(url === '/info' ? info : podman));
    }).listen(join(folder, 'engine.sock'));
    await once(server, 'listening');
    await using _server = server;
    await using engine = await connectEngine({ host, stateDir: folder });
    expect(engine.info.kind).toBe('podman');
    server.closeAllConnections();
  });

  it('recognizes Podman by its components', async () => {
    await using _server = await fakeEngine({ '/version': podman, '/info': info });
    await using engine = await connectEngine({ host, stateDir: folder });
    expect(engine.info).toMatchObject({ kind: 'podman', cgroupVersion: 1, rootless: false });
  });

  it('rejects a rootless engine that ignores limits', async () => {
    const rootless = { ...info, SecurityOptions: ['name=seccomp', 'name=rootless'] };
    await using _server = await fakeEngine({ '/version': podman, '/info': rootless });
    await expect(connectEngine({ host, stateDir: folder })).rejects.toThrow('cgroup v1');
  });

  it('reports an unexpected response of the engine', async () => {
    await using _server = await fakeEngine({ '/version': podman, '/info': { NCPU: 'many' } });
    await expect(connectEngine({ host, stateDir: folder })).rejects.toMatchObject({
      kind: 'engine',
      message: expect.stringContaining('unexpected response') as string,
    });
  });
});

describe('askEndpoints', () => {
  it('gives up on a socket that accepts and never answers', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket));
    server.listen(join(folder, 'engine.sock'));
    await once(server, 'listening');
    const address = { kind: 'unix', path: join(folder, 'engine.sock') } as const;
    const endpoint = { source: 'test', host, address };
    const [found] = await askEndpoints([endpoint], 100);
    expect(found?.state.kind).toBe('silent');
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
