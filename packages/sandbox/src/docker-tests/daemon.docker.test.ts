import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostCommand } from '../storage/host-command.ts';
import { TestBed } from './test-bed.ts';
import { untilAnswering } from './until-answering.ts';

/**
 * A separate daemon in its own network namespace, because in that of the host it would take over
 * the bridge.
 */
interface PrivateDaemon {
  readonly host: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

function privateDaemon(folder: string): PrivateDaemon {
  const path = (name: string): string => join(folder, name);
  const host = `unix://${path('engine.sock')}`;
  let child: ChildProcess | undefined;
  return {
    host,
    start: async () => {
      const own = ['--data-root', path('data'), '--exec-root', path('exec')];
      const files = ['--pidfile', path('pid'), '-H', host];
      const bare = ['--iptables=false', '--ip6tables=false', '--bridge=none'];
      const rest = ['--cgroup-parent', '/refbench-test', '--log-level', 'error'];
      child = spawn('/usr/bin/unshare', ['-n', 'dockerd', ...own, ...files, ...bare, ...rest], {
        stdio: 'ignore',
      });
      await untilAnswering(host);
    },
    stop: async () => {
      child?.kill('SIGTERM');
      if (child?.exitCode === null) await once(child, 'exit');
    },
  };
}

let folder: string;
let missing: string | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-daemon-'));
  if (process.getuid?.() !== 0) missing = 'a private daemon needs root';
  else if (!(await exists('/usr/sbin/dockerd'))) missing = 'there is no /usr/sbin/dockerd';
});
afterAll(async () => {
  const table = await readFile('/proc/self/mountinfo', 'utf8');
  const points = table.split('\n').map((line) => line.split(' ').at(4) ?? '');
  for (const point of points.filter((path) => path.startsWith(folder)).toReversed()) {
    await hostCommand('umount', [point]);
  }
  await rm(folder, { recursive: true, force: true });
});

describe('an engine that stops while a container runs', () => {
  it('is distinguished from the end of the agent', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const daemon = privateDaemon(folder);
    await daemon.start();
    {
      await using bed = await TestBed.open(daemon.host);
      // Exits with 0 on TERM, so that its exit code contains no information.
      const script = 'trap "exit 0" TERM; echo ready; while :; do sleep 0.2; done';
      await using created = await bed.engine.createContainer(bed.spec(script));
      let heard: () => void = () => undefined;
      const output = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const running = await created.start({ onOutput: () => heard() });
      await output;
      await daemon.stop();
      const stopped = await running.ended;
      expect(stopped.end).toMatchObject({ kind: 'infra-failed', cause: 'engine-gone' });
      expect(stopped.log.bytes.toString()).toBe('ready\n');
      // The next daemon takes the container over, and disposal cleans up through it.
      await daemon.start();
    }
    await daemon.stop();
  });
});

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
