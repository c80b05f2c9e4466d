import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  linkSharedCaches,
  noPrivateDaemon,
  privateDaemon,
  type PrivateDaemon,
} from '@refbench/test-helpers';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const REDIS = '/usr/bin/redis-server';

/** Returns why this host cannot run the tests of several hosts; undefined if it can. */
export function noFleet(): string | undefined {
  return noPrivateDaemon() ?? (existsSync(REDIS) ? undefined : `there is no ${REDIS}`);
}

/** An engine of its own with the base image of small instances, in place of another host. */
export interface EngineHost extends AsyncDisposable {
  readonly daemon: PrivateDaemon;
  readonly host: string;
  /** The state folder of this host. */
  readonly stateDir: string;
}

/**
 * Starts an engine whose network leads nowhere. It gets the base image and the images of an instance from
 * the engine of this host, as from a registry.
 */
export async function startEngineHost(instance: string): Promise<EngineHost> {
  // Nested overlays need a real file system.
  const folder = await mkdtemp('/var/tmp/refbench-host-');
  const daemon = privateDaemon(folder);
  await daemon.start();
  const host = `unix://${daemon.socket}`;
  const all = 'docker images --format "{{.Repository}}:{{.Tag}}"';
  const images = `${all} | grep -e ^refbench/base:node-slim -e ^refbench/env:${instance}`;
  await run('sh', ['-c', `docker save $(${images}) | docker --host ${host} load`]);
  const stateDir = join(folder, 'state');
  await mkdir(stateDir);
  await linkSharedCaches(stateDir);
  await Promise.all(OWN.map((name) => rm(join(stateDir, name), { recursive: true, force: true })));
  return {
    daemon,
    host,
    stateDir,
    async [Symbol.asyncDispose]() {
      await daemon.stop();
      // An engine that ended during an attempt takes no request that would free its disks.
      const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n');
      const own = mounts
        .flatMap((line) => line.split(' ')[1] ?? [])
        .filter((path) => path.startsWith(folder));
      for (const path of own.toReversed()) await run('umount', ['--lazy', path]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What refers to the images of an engine. Baselines are shared, as between hosts of one kind. */
const OWN = ['leaks', 'dependency-layers', 'engines'];

/** A Redis server that can be killed, and started again with what it had written. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
}

export async function startRedis(folder: string): Promise<RedisServer> {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    child = spawn(REDIS, [...options, '--appendonly', 'yes', '--appendfsync', 'everysec'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { stdout } = child;
    if (stdout === null) throw new Error('Redis has no output');
    for await (const line of createInterface({ input: stdout })) {
      if (line.includes('Ready to accept connections')) break;
    }
    stdout.resume();
  };
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return { url: `redis://127.0.0.1:${port}`, start, kill, [Symbol.asyncDispose]: kill };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A process of `refbench worker`. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  /** Resolves when the worker has begun its first attempt. */
  readonly begun: Promise<void>;
  /** Resolves when the worker has ended. */
  readonly ended: Promise<void>;
}

export function startWorker(
  engine: EngineHost,
  name: string,
  args: readonly string[],
): WorkerProcess {
  const child = spawn(
    process.execPath,
    [
      join(root, 'packages/cli/bin/refbench.js'),
      'worker',
      ...args,
      '--name',
      name,
      '--state-dir',
      engine.stateDir,
    ],
    {
      cwd: root,
      env: { ...process.env, DOCKER_HOST: engine.host },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const begun = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.endsWith('begins')) resolve();
    });
  });
  const ended = once(child, 'close').then(() => undefined);
  return { child, begun, ended };
}

/** An agent that asks its model a number of times, and writes what it answers. */
export async function askingAgent(folder: string, calls: number): Promise<string> {
  const directory = join(folder, 'asking');
  await mkdir(directory);
  await writeFile(
    join(directory, 'agent.yaml'),
    'name: asking\nversion: "1"\ncommand: [work.sh]\nmodel: { names: [claude-sonnet-4-5] }\n',
  );
  await writeFile(
    join(directory, 'ask.mjs'),
    `import { appendFileSync } from 'node:fs';
for (let call = 1; call <= ${calls}; call += 1) {
  const response = await fetch(process.env.REFBENCH_MODEL_URL + '/v1/messages', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': process.env.REFBENCH_MODEL_TOKEN,
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'call ' + call }],
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  const { content } = await response.json();
  appendFileSync('said.txt', content[0].text + '\\n');
  console.log('answer ' + call + ': ' + content[0].text);
  await new Promise((resolve) => setTimeout(resolve, 500));
}
`,
  );
  const program = join(directory, 'work.sh');
  await writeFile(program, '#!/bin/sh\nexec node /opt/agent/ask.mjs\n');
  await chmod(program, 0o755);
  return directory;
}
