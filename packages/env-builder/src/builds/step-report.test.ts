import { expect, it } from 'vitest';
import { describeEnd, tailOf } from './step-report.ts';

it('returns the last lines of a log without control sequences', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  const tail = tailOf(Buffer.from(`${lines.join('\n')}\n\u001b[2Jgone\u001b[0m\rover\n\n`));
  expect(tail.split('\n')).toHaveLength(15);
  expect(tail.endsWith('line 39\ngoneover')).toBe(true);
});

it('distinguishes how a step ended', () => {
  const ends = [
    describeEnd({ kind: 'exited', exitCode: 3, oomSeen: false }),
    describeEnd({ kind: 'exited', exitCode: 3, oomSeen: true }),
    describeEnd({ kind: 'timed-out', limit: 'wall-clock', limitMs: 60_000 }),
    describeEnd({ kind: 'out-of-memory', limitBytes: 2 ** 30 }),
    describeEnd({ kind: 'storage-exceeded', limitBytes: 2 ** 30, enforcement: 'kernel' }),
    describeEnd({ kind: 'stopped', reason: 'the user' }),
    describeEnd({ kind: 'infra-failed', cause: 'engine-gone', detail: 'no answer' }),
  ];
  expect(ends[0]).toBe('ended with exit code 3');
  expect(new Set(ends).size).toBe(ends.length);
});
