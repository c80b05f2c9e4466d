import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { writeSmallInstance } from '@refbench/test-helpers';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const NODE = 'refbench-test:node';
const IMAGE = 'refbench-test:refbench';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-image-'));
});
afterAll(async () => {
  // A base image may be in use elsewhere, but not under these names.
  await run('docker', ['rmi', '--force', IMAGE, NODE]).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

/** Makes an image with Node.js from a base image of RefBench, because no registry may be reachable. */
async function makeNodeImage(): Promise<void> {
  const { stdout } = await run('docker', [
    'images',
    '--format={{.Repository}}:{{.Tag}}',
    'refbench/base',
  ]);
  const base = stdout.split('\n').find((reference) => reference.includes(':node-slim'));
  if (base === undefined) throw new Error(`no base image with Node.js among ${stdout}`);
  const context = await mkdtemp(join(folder, 'node-'));
  const lines = [`FROM ${base}`];
  if (existsSync(CERTIFICATES)) {
    await cp(CERTIFICATES, join(context, 'certificates.crt'));
    lines.push(`COPY certificates.crt ${CERTIFICATES}`, `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`);
  }
  await writeFile(join(context, 'Dockerfile'), `${lines.join('\n')}\n`);
  await run('docker', ['build', '--quiet', '--tag', NODE, context]);
}

test('RefBench runs in a container with the socket of the engine and one folder', async () => {
  await makeNodeImage();
  await run(join(root, 'scripts/docker-image'), [IMAGE], {
    env: { ...process.env, NODE_IMAGE: NODE },
    maxBuffer: 2 ** 26,
  });
  const work = await mkdtemp(join(folder, 'work-'));
  await writeSmallInstance(work);
  const container = ['run', '--rm', '--volume=/var/run/docker.sock:/var/run/docker.sock'];
  const words = ['run', '--agent=golden,nop', '--instances=*', '--run-id=here', '--controls=fast'];
  // It ends with another status if an attempt has no score.
  await run('docker', [...container, `--volume=${work}:/work`, IMAGE, ...words], {
    maxBuffer: 2 ** 26,
  });
  const { stdout: table } = await run('docker', [
    'run',
    '--rm',
    `--volume=${work}:/work`,
    IMAGE,
    'runs',
    'show',
    'here',
  ]);
  expect(table).toMatch(/golden .*completed/);
  expect(table).toMatch(/nop .*completed/);
  // Whatever the containers of the run used is gone, too.
  const left = await run('docker', ['ps', '--all', '--quiet', '--filter=label=refbench.run=here']);
  expect(left.stdout).toBe('');
});
