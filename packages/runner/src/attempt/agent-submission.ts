import type { Agent } from '@refbench/agents';
import { planAttempt } from '../modes/plan-attempt.ts';
import { infer } from './run-agent.ts';
import type { Contestant } from './submission.ts';

/** An agent, run in its container. */
export function agentContestant(agent: Agent): Contestant {
  const { name, version, digest, modes, model, reference } = agent;
  return {
    name,
    version,
    digest,
    modes,
    ...(model === undefined ? {} : { model }),
    ...(reference === true ? { reference } : {}),
    install: async (signal) => await agent.install?.(signal),
    async try(options) {
      const { planned } = options;
      if (planned === undefined) return await infer({ ...options, agent, phase: 'direct' });
      const budgetUsd = options.supply === undefined ? null : options.budgetUsd;
      return await planAttempt(
        { ...options, planned, agent: digest, agentName: name, budgetUsd },
        ({ budgetUsd, ...request }) =>
          infer({
            ...options,
            ...request,
            // The allowance of the phase is what is left already.
            budgetUsd: budgetUsd ?? 0,
            spentBeforeUsd: 0,
            agent,
          }),
      );
    },
  };
}
