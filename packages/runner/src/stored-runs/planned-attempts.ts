import { join } from 'node:path';
import { repeatFolder, type RunPlan } from '@refbench/contracts';

/** One planned repeat of an agent on an instance. */
export interface PlannedAttempt {
  readonly instance: string;
  readonly agent: string;
  readonly model: string | undefined;
  /** From 1. */
  readonly repeat: number;
  /** Folder of its attempts, by number. */
  readonly folder: string;
}

/** Lists everything in a plan, by instance, agent and repeat. */
export function plannedAttempts(runFolder: string, plan: RunPlan): readonly PlannedAttempt[] {
  const repeats = Array.from({ length: plan.repeats ?? 1 }, (_, index) => index + 1);
  return plan.instances.flatMap((instance) =>
    plan.agents.flatMap(({ name: agent, model }) =>
      repeats.map((repeat) => {
        const folder = repeatFolder(join(runFolder, instance, agent), repeat);
        return { instance, agent, model, repeat, folder };
      }),
    ),
  );
}
