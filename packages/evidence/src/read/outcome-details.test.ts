import type { Outcome } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { outcomeDetails } from './outcome-details.ts';

test.each<[Outcome | undefined, readonly string[]]>([
  [undefined, []],
  [{ kind: 'completed', oom_seen: false }, []],
  [{ kind: 'completed', oom_seen: true }, ['A process of the agent was ended for lack of memory.']],
  [
    { kind: 'timed-out', limit: 'wall-clock', limit_ms: 5_400_000 },
    ['The agent was stopped after 90 minutes.'],
  ],
  [
    { kind: 'budget-exceeded', budget_usd: 11, spent_usd: 10.5 },
    ['It spent $10.50 of its budget of $11.00.'],
  ],
  [{ kind: 'out-of-memory', limit_bytes: 2 ** 33 }, ['Its limit was 8.0 GiB of memory.']],
  [{ kind: 'agent-failed', exit_code: 3 }, ['The agent ended with exit code 3.']],
  [
    { kind: 'infra-failed', cause: 'engine-gone', detail: 'it is gone' },
    ['The machine failed (engine-gone): it is gone'],
  ],
])('%j is told in words', (outcome, sentences) => {
  expect(outcomeDetails(outcome)).toEqual(sentences);
});
