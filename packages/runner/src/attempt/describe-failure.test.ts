import { expect, test } from 'vitest';
import { describeFailure } from './describe-failure.ts';

test('a failed agent is described by its exit code and last lines', () => {
  const log = Buffer.from('one\ntwo\n\nthree\nbash: start.py: command not found\n');
  expect(describeFailure({ kind: 'agent-failed', exit_code: 127 }, log)).toBe(
    'the agent ended with exit code 127: its program was not found; its last lines: two | three | bash: start.py: command not found',
  );
  expect(describeFailure({ kind: 'agent-failed', exit_code: 3 }, Buffer.alloc(0))).toBe(
    'the agent ended with exit code 3; it wrote nothing',
  );
});

test('an agent that exited by itself has no description', () => {
  expect(describeFailure({ kind: 'completed', oom_seen: false }, Buffer.from('x'))).toBeUndefined();
});
