import { isReservedAgentName, type RunPlan } from '@refbench/contracts';

/** Whether an agent is shown but not tested, and needs no description. */
export function isReference({ name, reference }: RunPlan['agents'][number]): boolean {
  return reference === true || isReservedAgentName(name);
}
