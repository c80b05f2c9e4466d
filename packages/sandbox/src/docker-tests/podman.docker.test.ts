import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hostCommand } from '../storage/host-command.ts';
import { systemCallResults, noPerl, DENIED } from './kernel-calls.ts';
import { bytesOf, FORK_BOMB, refusedForks, TEST_LIMITS, TestBed } from './test-bed.ts';
import { untilAnswering } from './until-answering.ts';

let folder: string;
let service: ChildProcess | undefined;
let bed: TestBed | undefined;
let missing = '';

/**
 * A service with separate images and containers. It uses runc, because crun rejects hosts with both
 * cgroup versions.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-podman-'));
  if (process.getuid?.() !== 0) missing = 'Podman as root is what this tests';
  else if (!(await exists('/usr/bin/podman'))) missing = 'there is no /usr/bin/podman';
  if (missing !== '') return;
  const host = `unix://${join(folder, 'podman.sock')}`;
  const own = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')];
  const runtime = (await exists('/usr/bin/runc')) ? ['--runtime', '/usr/bin/runc'] : [];
  const serve = ['system', 'service', '--time', '0', host];
  service = spawn('/usr/bin/podman', [...own, ...runtime, ...serve], {
    stdio: 'ignore',
    // It leaves a file there for each container that ran out of memory.
    cwd: folder,
  });
  await untilAnswering(host);
  bed = await TestBed.open(host);
});
beforeEach(({ skip }) => {
  skip(missing !== '', missing);
});
afterEach(async () => {
  await bed?.expectNoLeftovers();
});
afterAll(async () => {
  await bed?.[Symbol.asyncDispose]();
  if (service?.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  const table = await readFile('/proc/self/mountinfo', 'utf8');
  const points = table.split('\n').map((line) => line.split(' ').at(4) ?? '');
  for (const point of points.filter((path) => path.startsWith(folder)).toReversed()) {
    await hostCommand('umount', [point]);
  }
  await rm(folder, { recursive: true, force: true });
});

function podman(): TestBed {
  if (bed === undefined) throw new Error('Podman did not start');
  return bed;
}

describe('Podman', () => {
  it('keeps the security profile of the agent', async () => {
    const script =
      "grep -E '^(CapBnd|NoNewPrivs|Seccomp):' /proc/self/status; ls /sys/class/net; grep -c '^127.0.0.1.*sandbox' /etc/hosts";
    await using stopped = await podman().toEnd(
      `${script}; touch /etc/x 2>&1; echo in > /guest/f; exit 7`,
    );
    const log = stopped.log.bytes.toString();
    expect(log).toMatch(/CapBnd:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\nlo\n1\n/);
    expect(log).toMatch(/etc\/x: (Permission denied|Read-only)/);
    expect(stopped.end).toEqual({ kind: 'exited', exitCode: 7, oomSeen: false });
    expect((await stopped.readFile('/guest/f', 10))?.toString()).toBe('in\n');
    expect((await bytesOf(await stopped.getArchive('/guest'))).length).toBeGreaterThan(0);
  });

  it('denies dangerous system calls', async ({ skip }) => {
    const missing = noPerl();
    skip(missing !== undefined, missing);
    expect(await systemCallResults(podman(), 'agent')).toEqual(DENIED);
  });

  it('limits memory', async () => {
    await using stopped = await podman().toEnd('exec tail /dev/zero');
    // Podman 4 on cgroup v1 kills the process without reporting the reason.
    expect([
      { kind: 'exited', exitCode: 137, oomSeen: false },
      { kind: 'out-of-memory', limitBytes: TEST_LIMITS.memory_bytes },
    ]).toContainEqual(stopped.end);
  });

  it('limits processes', async () => {
    const script = `${FORK_BOMB}; echo still here`;
    const limits = { wall_clock_ms: 60_000, pids: 32 };
    await using stopped = await podman().toEnd(script, { limits });
    expect(await refusedForks(stopped)).toMatch(/can't fork|Cannot fork|Resource temporarily/);
  });

  it('is stopped at the wall clock', async () => {
    await using stopped = await podman().toEnd('sleep 300', { limits: { wall_clock_ms: 500 } });
    expect(stopped.end).toEqual({ kind: 'timed-out', limit: 'wall-clock', limitMs: 500 });
  });

  it('commits a build without its variables', async () => {
    const reference = `localhost/refbench-test-commit:${podman().run}`;
    await using stopped = await podman().toEnd('echo "$SECRET" > /made', {
      profile: 'build',
      env: { SECRET: 'canary' },
    });
    await stopped.commit(reference, ['ENV KEPT=1']);
    await using seen = await podman().toEnd('cat /made; env', { image: reference });
    const log = seen.log.bytes.toString();
    expect(log).toContain('canary\n');
    expect(log).toContain('KEPT=1');
    expect(log).not.toContain('SECRET');
  });
});

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
