import type { Observation } from '@refbench/scoring';
import { expect, test } from 'vitest';
import { matchedSubset } from './matched-subset.ts';
import type { ResultSet } from './result-set.ts';

function setOf(agent: string, endings: Readonly<Record<string, string>>): ResultSet {
  const usage = { costUsd: null, inputTokens: null, outputTokens: null, seconds: null };
  const setting = { agent, track: 'open', mode: 'direct' };
  return {
    source: { kind: 'run', id: agent, digest: 'x', tools: [], notes: [] },
    observations: Object.entries(endings).map(([instance, ending]): Observation => ({
      ...setting,
      instance,
      ending,
      result: { kind: 'missing', reason: '' },
      usage,
    })),
    instances: [],
    planned: [{ track: 'open', mode: 'direct', agents: [agent], instances: Object.keys(endings) }],
  };
}

test('an instance on which a limit cut one agent short is excluded for all, and listed', () => {
  const sets = matchedSubset([
    setOf('a', { one: 'completed', two: 'timed-out', three: 'completed' }),
    setOf('b', { one: 'completed', two: 'completed', three: 'budget-exceeded' }),
  ]);
  for (const { observations, planned, source } of sets) {
    expect([...observations].map(({ instance }) => instance)).toEqual(['one']);
    expect(planned[0]?.instances).toEqual(['one']);
    expect(source.notes).toEqual([expect.stringContaining('2 instances')]);
    expect(source.notes[0]).toContain('three, two');
  }
});
