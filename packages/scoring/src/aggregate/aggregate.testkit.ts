import type { MetricValues } from '../metrics.ts';
import type { Observation, Result, Usage } from './observation.ts';

export const NO_USAGE: Usage = {
  costUsd: null,
  inputTokens: null,
  outputTokens: null,
  seconds: null,
};

export function observed(
  agent: string,
  instance: string,
  result: Result,
  more: Partial<Observation> = {},
): Observation {
  return {
    agent,
    instance,
    result,
    track: 'open',
    mode: 'direct',
    ending: 'completed',
    usage: NO_USAGE,
    ...more,
  };
}

export function scored(agent: string, instance: string, figures: MetricValues): Observation {
  return observed(agent, instance, { kind: 'scored', figures });
}
