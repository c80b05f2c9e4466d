import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from '@refbench/test-helpers';
import { pushBaseImage } from './push-image.ts';

const REGISTRY = '/usr/bin/docker-registry';
const IMAGE = 'refbench-test-push:0123456789ab';

function isInstalled(): boolean {
  try {
    accessSync(REGISTRY, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!isInstalled())("pushing (skipped without Debian's docker-registry)", () => {
  let folder: TemporaryFolder;
  let engine: Engine;
  let registry: ChildProcess;
  let host: string;
  let imageId: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    engine = await connectEngine({ stateDir: folder.path });
    const port = await freePort();
    host = `127.0.0.1:${port}`;
    const config = join(folder.path, 'registry.yml');
    const storage = { filesystem: { rootdirectory: join(folder.path, 'registry') } };
    await writeFile(config, JSON.stringify({ version: 0.1, storage, http: { addr: host } }));
    registry = spawn(REGISTRY, ['serve', config], { stdio: 'ignore' });
    await answering(host);
    const tar = pack();
    tar.entry({ name: 'hello' }, 'content');
    tar.finalize();
    const archive = Readable.from([await buffer(tar)], { objectMode: false });
    imageId = (await engine.importImage(archive, IMAGE, ['CMD ["/hello"]'])).id;
  });

  afterAll(async () => {
    registry.kill();
    await engine.removeImage(IMAGE);
    await engine[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it("sends an image, names it by the registry's digest, and leaves no name behind", async () => {
    const image = { name: 'gcc-14', imageId, reference: IMAGE };
    const pinned = await pushBaseImage(engine, image, `${host}/some/place`);
    expect(pinned).toMatch(/^127\.0\.0\.1:\d+\/some\/place\/gcc-14@sha256:[0-9a-f]{64}$/);
    const [, digest = ''] = pinned.split('@');
    const manifest = await fetch(`http://${host}/v2/some/place/gcc-14/manifests/${digest}`, {
      headers: { accept: 'application/vnd.docker.distribution.manifest.v2+json' },
    });
    expect(await manifest.json()).toMatchObject({ config: { digest: imageId } });
    expect((await engine.inspectImage(imageId))?.tags).toEqual([IMAGE]);
  });

  it('refuses an invalid destination, and reports the answer of a registry', async () => {
    const image = { name: 'gcc-14', imageId, reference: IMAGE };
    await expect(pushBaseImage(engine, image, 'only-a-host')).rejects.toMatchObject({
      kind: 'usage',
    });
    const closed = `127.0.0.1:${await freePort()}/place`;
    await expect(pushBaseImage(engine, image, closed)).rejects.toMatchObject({ kind: 'image' });
    expect((await engine.inspectImage(imageId))?.tags).toEqual([IMAGE]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function answering(host: string): Promise<void> {
  const isAnswering = async (): Promise<void> => {
    expect((await fetch(`http://${host}/v2/`)).status).toBe(200);
  };
  await vi.waitFor(isAnswering, { timeout: 180_000, interval: 100 });
}
