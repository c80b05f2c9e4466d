import { DEFAULT_LIMITS } from '@refbench/contracts';
import { expect, it } from 'vitest';
import { ulimitsOf } from './ulimits.ts';

it('does not exceed the limits of the host', () => {
  const limits = { ...DEFAULT_LIMITS.agent, open_files: 5_000 };
  const low = ulimitsOf(limits, { openFiles: 1_024, processes: 300 });
  expect(low).toContainEqual({ Name: 'nofile', Soft: 1_024, Hard: 1_024 });
  expect(low).toContainEqual({ Name: 'nproc', Soft: 300, Hard: 300 });
  const high = ulimitsOf(limits, { openFiles: 9_000, processes: 300 });
  expect(high).toContainEqual({ Name: 'nofile', Soft: 5_000, Hard: 5_000 });
  expect(high).toContainEqual({ Name: 'core', Soft: 0, Hard: 0 });
});
