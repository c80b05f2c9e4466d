import type { Observation, Usage } from '@refbench/scoring';
import type { ResultSet } from './sources/result-set.ts';

const usage: Usage = { costUsd: 1.5, inputTokens: 1000, outputTokens: 100, seconds: 60 };

/** A result set of three agents on twelve instances. The second agent lacks one result. */
export function exampleResults(): ResultSet {
  const agents = ['steady', 'lucky', 'nop|<b>'];
  const ids = Array.from({ length: 12 }, (_, index) => `o__r-0000000${index.toString(16)}`);
  const observations = agents.flatMap((agent, strength) =>
    ids.flatMap((instance, index): Observation[] => {
      if (agent === 'lucky' && index === 3) return [];
      const ifr = Math.max(0, 0.9 - strength * 0.4 - (index % 4) * 0.05);
      const pass = index % (5 - strength) === 0 ? 0 : 1;
      return [
        {
          agent,
          track: 'open',
          mode: 'direct',
          instance,
          ending: index === 5 ? 'timed-out' : 'completed',
          usage: index === 5 ? { ...usage, costUsd: null } : { ...usage, costUsd: 1 + strength },
          result: {
            kind: 'scored',
            figures: {
              pass,
              ifr,
              alignment: pass * ifr,
              precision: index === 7 ? null : 0.2 + 0.05 * index,
            },
          },
        },
      ];
    }),
  );
  return {
    source: {
      kind: 'run',
      id: 'example',
      digest: `sha256:${'0a'.repeat(32)}`,
      tools: ['refbench 0.1.0'],
      notes: [],
    },
    observations,
    instances: ids.map((id, index) => ({
      id,
      language: index % 2 === 0 ? 'go' : 'rust',
      category: null,
    })),
    planned: [],
  };
}
