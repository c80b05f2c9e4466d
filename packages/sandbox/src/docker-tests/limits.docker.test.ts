import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FORK_BOMB, refusedForks, TEST_LIMITS, TestBed } from './test-bed.ts';

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.open();
});
afterEach(async () => {
  await bed.expectNoLeftovers();
});
afterAll(async () => {
  await bed[Symbol.asyncDispose]();
});

describe('time', () => {
  it('stops a container at the wall clock', async () => {
    await using stopped = await bed.toEnd('sleep 300', { limits: { wall_clock_ms: 700 } });
    expect(stopped.end).toEqual({ kind: 'timed-out', limit: 'wall-clock', limitMs: 700 });
  });

  it('stops a container without output', async () => {
    // The output lasts longer than the limit. Its pauses are far shorter, also on a busy machine.
    const script = 'for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 1.5; done; sleep 300';
    await using stopped = await bed.toEnd(script, { limits: { idle_ms: 10_000 } });
    expect(stopped.end).toEqual({ kind: 'timed-out', limit: 'idle', limitMs: 10_000 });
    expect(stopped.log.bytes.toString()).toBe('1\n2\n3\n4\n5\n6\n7\n8\n');
  });

  it('kills a container that ignores TERM', async () => {
    const script = 'trap "" TERM; echo ready; while :; do sleep 1; done';
    await using stopped = await bed.toEnd(script, { limits: { wall_clock_ms: 15_000 } });
    expect(stopped.end).toMatchObject({ kind: 'timed-out', limit: 'wall-clock' });
    expect(stopped.log.bytes.toString()).toBe('ready\n');
  });

  it('distinguishes a stop by the caller from a time-out', async () => {
    const controller = new AbortController();
    const onOutput = (): void => {
      controller.abort(new Error('budget spent'));
    };
    const script = 'echo ready; sleep 300';
    await using stopped = await bed.toEnd(script, {}, { signal: controller.signal, onOutput });
    expect(stopped.end).toEqual({ kind: 'stopped', reason: 'budget spent' });
  });
});

it('tells the processor time of what builds and tests, but for its last second', async () => {
  // So much work takes a processor several seconds, however busy the machine is.
  const script = 'i=0; while [ $i -lt 6000000 ]; do i=$((i+1)); done';
  const limits = { wall_clock_ms: 300_000 };
  await using stopped = await bed.toEnd(script, { profile: 'grade', limits });
  expect(stopped.end).toMatchObject({ kind: 'exited', exitCode: 0 });
  expect(stopped.processorMs).toBeGreaterThan(300);
  expect(stopped.processorMs).toBeLessThan(stopped.durationMs * 1.5);
  await using agent = await bed.toEnd('sleep 3');
  expect(agent.processorMs).toBeUndefined();
});

describe('memory and processes', () => {
  it('reports the memory limit if it kills the main process', async () => {
    await using stopped = await bed.toEnd('exec tail /dev/zero');
    expect(stopped.end).toEqual({
      kind: 'out-of-memory',
      limitBytes: TEST_LIMITS.memory_bytes,
    });
  });

  it('records a killed child of a command that continued', async () => {
    // The engine learns of the kill a moment later, possibly after an immediate exit.
    await using stopped = await bed.toEnd('tail /dev/zero; echo survived; sleep 10; exit 0');
    expect(stopped.end).toEqual({ kind: 'exited', exitCode: 0, oomSeen: true });
    expect(stopped.log.bytes.toString()).toContain('survived');
  });

  it('contains a fork bomb, and other containers continue', async () => {
    // With memory for what the kernel has not yet released of ended processes. The file is the
    // evidence, because the shell can be refused a process itself, which ends it at any point.
    const limits = { wall_clock_ms: 60_000, pids: 32, memory_bytes: 4 * TEST_LIMITS.memory_bytes };
    const [bomb, sibling] = await Promise.all([
      bed.toEnd(`${FORK_BOMB}; sleep 2; echo still here`, { limits }),
      bed.toEnd('for i in 1 2 3 4 5 6 7 8; do (sleep 0.2; echo $i); done'),
    ]);
    await using stopped = bomb;
    await using other = sibling;
    expect(other.end).toEqual({ kind: 'exited', exitCode: 0, oomSeen: false });
    expect(other.log.bytes.toString()).toBe('1\n2\n3\n4\n5\n6\n7\n8\n');
    expect(['exited', 'timed-out']).toContain(stopped.end.kind);
    expect(await refusedForks(stopped)).toMatch(/can't fork|Cannot fork|Resource temporarily/);
  });

  it('reaps 300 orphans, so that no zombie remains', async () => {
    // The process limit is below the number of orphans. Without a parent that reaps them, the last
    // could not start. The shell counts by itself, so that no process that counts is counted, and
    // waits until only the init process and the shell are left, not for a time.
    const script = `
      settle() {
        set -- "$1" /proc/[0-9]*
        while [ $(($# - 1)) -gt "$1" ]; do sleep 0.1; set -- "$1" /proc/[0-9]*; done
        left=$(($# - 1))
      }
      for i in $(seq 300); do (sleep 0.02 & echo made); [ $((i % 20)) = 0 ] && settle 12; done
      settle 2; echo "left $left"`;
    await using stopped = await bed.toEnd(script, { limits: { pids: 64 } });
    const log = stopped.log.bytes.toString();
    expect(log.match(/^made$/gm)).toHaveLength(300);
    expect(log).toMatch(/\nleft 2\n$/);
    expect(stopped.end.kind).toBe('exited');
  });
});

describe('output', () => {
  it('keeps head and tail of a flood and never blocks the container', async () => {
    const script = 'echo first; yes 0123456789abcdef | head -c 60000000; echo; echo last';
    let seen = 0;
    await using stopped = await bed.toEnd(
      script,
      {},
      {
        onOutput: (_stream, chunk) => {
          seen += chunk.length;
          throw new Error('a listener with a bug');
        },
      },
    );
    expect(stopped.end).toMatchObject({ kind: 'exited', exitCode: 0 });
    const { bytes, droppedBytes } = stopped.log;
    expect(bytes.length).toBe(TEST_LIMITS.log_bytes);
    expect(bytes.length + droppedBytes).toBe(60_000_000 + 'first\n\nlast\n'.length);
    expect(seen).toBe(bytes.length + droppedBytes);
    expect(bytes.subarray(0, 6).toString()).toBe('first\n');
    expect(bytes.subarray(-6).toString()).toBe('\nlast\n');
  });

  it('handles an endless line and many small writes in bounded memory', async () => {
    const before = process.memoryUsage().rss;
    let most = before;
    const onOutput = (): void => {
      most = Math.max(most, process.memoryUsage.rss());
    };
    const script =
      'head -c 100000000 /dev/zero; i=0; while [ $i -lt 100000 ]; do echo; i=$((i+1)); done';
    await using stopped = await bed.toEnd(script, {}, { onOutput });
    const { bytes, droppedBytes } = stopped.log;
    expect(stopped.end).toMatchObject({ kind: 'exited', exitCode: 0 });
    expect(bytes.length + droppedBytes).toBe(100_100_000);
    expect(bytes.length).toBe(TEST_LIMITS.log_bytes);
    expect(most - before).toBeLessThan(96 * 2 ** 20);
  });

  it('separates standard output from standard error', async () => {
    const seen: Record<string, string> = { stdout: '', stderr: '' };
    await using stopped = await bed.toEnd(
      'echo out; echo err >&2; exit 7',
      {},
      { onOutput: (stream, chunk) => (seen[stream] += chunk.toString()) },
    );
    expect(stopped.end).toEqual({ kind: 'exited', exitCode: 7, oomSeen: false });
    expect(seen).toEqual({ stdout: 'out\n', stderr: 'err\n' });
  });
});
