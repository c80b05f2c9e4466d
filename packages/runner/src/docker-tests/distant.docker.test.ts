import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { resolveAgent } from '@refbench/agents';
import { findSockets } from '@refbench/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentSubmission } from '../attempt/agent-submission.ts';
import { scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../../..');

/** It lies where neither the tests nor the project have anything. */
const PLACE = '/var/tmp';
const DAEMON = '/usr/sbin/dockerd';

let folder: string;
let missing: string | undefined;
let daemon: ChildProcess | undefined;
let server: Server | undefined;
let host: string;

/**
 * An engine with a network and a table of mounts of its own, in which the folders of this process are
 * hidden. It is reached over TCP, as an engine on another machine would be.
 */
async function startDistantEngine(): Promise<void> {
  const path = (name: string): string => join(folder, name);
  const socket = path('engine.sock');
  const options = [
    `--data-root=${path('data')}`,
    `--exec-root=${path('exec')}`,
    `--pidfile=${path('pid')}`,
    `--host=unix://${socket}`,
    '--iptables=false',
    '--ip6tables=false',
    '--bridge=none',
    '--cgroup-parent=/refbench-test',
    '--log-level=error',
  ];
  const hidden = [root, tmpdir()].map((place) => `mount -t tmpfs tmpfs '${place}'`).join(' && ');
  const script = `mount --make-rprivate / && ${hidden} && cd / && exec ${DAEMON} "$@"`;
  daemon = spawn('unshare', ['--net', '--mount', 'sh', '-c', script, 'sh', ...options], {
    stdio: 'ignore',
  });
  server = createServer({ allowHalfOpen: true }, (client) => {
    const engine = connect({ path: socket, allowHalfOpen: true });
    client.pipe(engine).pipe(client);
    client.on('error', () => engine.destroy());
    engine.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  host = `tcp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const until = performance.now() + 180_000;
  for (;;) {
    const [found] = await findSockets({ host });
    if (found?.state.kind === 'answers') return;
    if (performance.now() > until) throw new Error(`${host}: ${JSON.stringify(found?.state)}`);
    await new Promise((next) => setTimeout(next, 100));
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(PLACE, 'refbench-distant-'));
  if (process.getuid?.() !== 0) missing = 'an engine of its own needs root';
  else if (!(await exists(DAEMON))) missing = `there is no ${DAEMON}`;
  else await startDistantEngine();
});

afterAll(async () => {
  server?.close();
  server?.unref();
  if (daemon?.exitCode === null) {
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => daemon?.pid));
    process.kill(pid, 'SIGTERM');
    if (daemon.exitCode === null) await once(daemon, 'exit');
  }
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

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
