import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { resolveAgent } from '@refbench/agents';
import { noPrivateDaemon, privateDaemon, type PrivateDaemon } from '@refbench/test-helpers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentSubmission } from '../attempt/agent-submission.ts';
import { scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../../..');

/** It lies where neither the tests nor the project have anything. */
const PLACE = '/var/tmp';

const missing = noPrivateDaemon();
let folder: string;
let daemon: PrivateDaemon;
let server: Server;
let host: string;

/** The engine sees none of our folders, and is reached over TCP, as one on another machine would be. */
beforeAll(async () => {
  if (missing !== undefined) return;
  folder = await mkdtemp(join(PLACE, 'refbench-distant-'));
  daemon = privateDaemon(folder, [root, tmpdir()]);
  await daemon.start();
  server = createServer({ allowHalfOpen: true }, (client) => {
    const engine = connect({ path: daemon.socket, allowHalfOpen: true });
    client.pipe(engine).pipe(client);
    client.on('error', () => engine.destroy());
    engine.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  if (missing !== undefined) return;
  server.close();
  await daemon.stop();
  await rm(folder, { recursive: true, force: true });
});

test('golden and nop are graded by an engine that shares no folder', async ({ skip }) => {
  skip(missing !== undefined, missing);
  await using local = await TestBed.openSmall();
  const agents = await Promise.all(['golden', 'nop'].map((name) => resolveAgent(name)));
  const here = await local.run('here', agents.map(agentSubmission));
  expect(await local.engine.sharesFiles()).toBe(true);

  // Its network leads nowhere, so it gets the base image from the engine of this host.
  const base = 'docker images --format "{{.Repository}}:{{.Tag}}" refbench/base | grep node-slim';
  await run('sh', ['-c', `docker save $(${base}) | docker --host ${host} load`]);

  await using distant = await TestBed.openSmall(host);
  expect(await distant.engine.sharesFiles()).toBe(false);
  const there = await distant.run('there', agents.map(agentSubmission));
  for (const name of ['golden', 'nop']) {
    const [near, far] = [scoreOf(here, name), scoreOf(there, name)];
    expect(far).toMatchObject({
      pass: near.pass,
      tests: near.tests,
      rules: near.rules,
      ifr: near.ifr,
      alignment: near.alignment,
      precision: near.precision,
    });
  }
  expect(await distant.leftovers()).toEqual([]);
});
