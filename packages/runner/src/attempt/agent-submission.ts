import type { Agent } from '@refbench/agents';
import { RefbenchError } from '@refbench/contracts';
import type { GradableInstance } from '@refbench/instances';
import { planAttempt } from '../modes/plan-attempt.ts';
import { runAgent } from './run-agent.ts';
import type { ContainerTryOptions, Submission, TryResult } from '../submission/submission.ts';

/** The agents whose patch is known without running them. No other agent may have their names. */
const PATCHES = new Map<string, (prepared: GradableInstance) => Promise<Buffer>>([
  ['golden', (prepared) => prepared.goldenPatch()],
  ['nop', () => Promise.resolve(Buffer.alloc(0))],
]);

/** Makes a submission of an agent that runs in a container. */
export function agentSubmission(agent: Agent): Submission {
  const { name, version, digest, modes, model, reference } = agent;
  const patchOf = PATCHES.get(name);
  return {
    name,
    version,
    digest,
    modes,
    ...(model === undefined ? {} : { model }),
    ...(reference === true ? { reference } : {}),
    install: async (signal) => await agent.install?.(signal),
    needsNoContainer: patchOf !== undefined,
    async try(request) {
      const { prepared, planned } = request;
      if (prepared.environment === null) {
        if (patchOf === undefined) throw needsContainer(name, prepared.instance.id);
        return withoutContainer(await patchOf(prepared));
      }
      const options: ContainerTryOptions = { ...request, prepared };
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

function withoutContainer(patch: Buffer): TryResult {
  return {
    kind: 'ended',
    outcome: { kind: 'completed', oom_seen: false },
    collected: { kind: 'given', patch },
    log: { bytes: Buffer.alloc(0), droppedBytes: 0 },
    durationMs: 0,
  };
}

/** @returns the error of an agent on an instance without tests, which has no image */
export function needsContainer(agent: string, instance: string): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `agent "${agent}" needs a container, but ${instance} has no tests and so no image`,
    hint: `leave it out with --exclude ${instance}, or grade patches with refbench grade --predictions`,
  });
}
