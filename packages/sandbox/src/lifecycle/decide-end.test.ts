import { DEFAULT_LIMITS } from '@refbench/contracts';
import { describe, expect, it } from 'vitest';
import { decideEnd, type Evidence, type Inspected } from './decide-end.ts';

const limits = DEFAULT_LIMITS.agent;

function state(fields: { readonly oom?: boolean } = {}): Inspected {
  return {
    kind: 'state',
    state: { Running: false, OOMKilled: fields.oom ?? false, ExitCode: 0 },
  };
}

function end(evidence: Partial<Evidence> & { readonly exitCode?: number }): unknown {
  const { exitCode = 0, ...rest } = evidence;
  return decideEnd(
    {
      cause: undefined,
      wait: { kind: 'exited', exitCode },
      inspected: state(),
      foreignSignal: undefined,
      oomEvent: false,
      eventsLost: false,
      diskFull: false,
      hostDiskFull: false,
      ...rest,
    },
    limits,
  );
}

describe('the end of the command', () => {
  it('is an exit with the exit code', () => {
    expect(end({ exitCode: 3 })).toEqual({ kind: 'exited', exitCode: 3, oomSeen: false });
  });

  it.each([137, 143])('is also an exit if a process inside sent the signal (%d)', (exitCode) => {
    expect(end({ exitCode })).toEqual({ kind: 'exited', exitCode, oomSeen: false });
  });

  it('is out of memory if the main process failed because of it, with any exit code', () => {
    const inspected = state({ oom: true });
    expect(end({ exitCode: 137, inspected })).toMatchObject({ kind: 'out-of-memory' });
    expect(end({ exitCode: 1, inspected })).toMatchObject({ kind: 'out-of-memory' });
    expect(end({ exitCode: 137, oomEvent: true })).toMatchObject({ kind: 'out-of-memory' });
    expect(end({ exitCode: 0, inspected })).toEqual({ kind: 'exited', exitCode: 0, oomSeen: true });
  });

  it('is storage exceeded if the disk is full and the command failed', () => {
    expect(end({ exitCode: 1, diskFull: true })).toEqual({
      kind: 'storage-exceeded',
      limitBytes: limits.storage_bytes,
      enforcement: 'kernel',
    });
    expect(end({ exitCode: 0, diskFull: true })).toMatchObject({ kind: 'exited' });
  });

  it('is not attributed to the agent if the disk of the host was full', () => {
    expect(end({ exitCode: 1, diskFull: true, hostDiskFull: true })).toMatchObject({
      kind: 'infra-failed',
      cause: 'disk',
    });
  });
});

describe('a stop by this package', () => {
  it('keeps the first cause, regardless of the stop', () => {
    const broken = { kind: 'unreachable', detail: 'refused' } as const;
    expect(
      end({
        cause: { kind: 'wall-clock', limitMs: 90_000 },
        exitCode: 137,
        inspected: broken,
        foreignSignal: '15',
        diskFull: true,
      }),
    ).toEqual({ kind: 'timed-out', limit: 'wall-clock', limitMs: 90_000 });
    expect(end({ cause: { kind: 'idle' } })).toMatchObject({ limit: 'idle' });
    expect(end({ cause: { kind: 'storage' } })).toMatchObject({ enforcement: 'advisory' });
    expect(end({ cause: { kind: 'stopped', reason: 'budget' } })).toEqual({
      kind: 'stopped',
      reason: 'budget',
    });
  });
});

describe('an end by the engine or a third party', () => {
  const gone = { kind: 'infra-failed', cause: 'engine-gone' };
  const lost = { kind: 'infra-failed', cause: 'container-lost' };

  it('is attributed to the engine if it does not answer, even after exit 0', () => {
    const inspected = { kind: 'unreachable', detail: 'refused' } as const;
    expect(end({ exitCode: 0, inspected })).toMatchObject(gone);
    expect(end({ exitCode: 143, inspected })).toMatchObject(gone);
  });

  it('is attributed to the engine if the connection broke', () => {
    expect(end({ wait: { kind: 'lost', detail: 'reset' } })).toMatchObject(gone);
  });

  it('is attributed to the engine if it restarted and the exit code is that of a stop', () => {
    expect(end({ exitCode: 143, eventsLost: true })).toMatchObject(gone);
    // A stream that broke for another reason does not make the engine responsible.
    expect(end({ exitCode: 1, eventsLost: true })).toMatchObject({ kind: 'exited' });
    const inspected = state({ oom: true });
    expect(end({ exitCode: 137, eventsLost: true, inspected })).toMatchObject({
      kind: 'out-of-memory',
    });
  });

  it('is attributed to a third party if the container is missing or received a signal', () => {
    expect(end({ exitCode: 137, inspected: { kind: 'missing' } })).toMatchObject(lost);
    expect(end({ exitCode: 1, foreignSignal: '15' })).toMatchObject(lost);
    expect(end({ exitCode: 0, foreignSignal: '1' })).toMatchObject({ kind: 'exited' });
  });
});
