import type { Agent } from '@refbench/agents';
import { planAttempt } from '../modes/plan-attempt.ts';
import { runAgent } from './run-agent.ts';
import type { Submission } from './submission.ts';

/** Makes a submission of an agent that runs in a container. */
export function agentSubmission(agent: Agent): Submission {
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
      if (planned === undefined) return await runAgent({ ...options, agent, phase: 'direct' });
      const budgetUsd = options.modelService === undefined ? null : options.budgetUsd;
      return await planAttempt(
        { ...options, planned, agent: digest, agentName: name, budgetUsd },
        ({ budgetUsd, ...request }) =>
          runAgent({
            ...options,
            ...request,
            // The allowance of the phase already excludes what earlier phases spent.
            budgetUsd: budgetUsd ?? 0,
            spentBeforeUsd: 0,
            agent,
          }),
      );
    },
  };
}
