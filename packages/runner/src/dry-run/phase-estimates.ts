import type { DryRun } from '@refbench/contracts';
import type { AttemptPhase, InstancePhase } from '@refbench/workspace';

/** How long the phases of a run probably take, in milliseconds. Null if nothing is recorded. */
export interface PhaseEstimates {
  /** From now until the end of the run. */
  readonly totalMs: number | null;
  readonly instance: (instance: string, phase: InstancePhase) => number | null;
  readonly attempt: (instance: string, agent: string, phase: AttemptPhase) => number | null;
}

/** Returns what the viewers of a run may expect of its phases. */
export function phaseEstimates({ instances, agents, minutes }: DryRun): PhaseEstimates {
  const known = new Map(instances.map((one) => [one.instance, one]));
  const timeOf = new Map(agents.map((one) => [one.agent, one.minutes_per_attempt]));
  const inMs = (value: number | null | undefined, share = 1): number | null =>
    value === null || value === undefined ? null : Math.round(value * share * 60_000);
  return {
    totalMs: inMs(minutes),
    instance: (id, phase) => {
      if (phase === 'preparing the image') return inMs(known.get(id)?.build_minutes);
      if (phase === 'calibrating') return inMs(known.get(id)?.calibration_minutes);
      return null;
    },
    attempt: (id, agent, phase) => {
      if (phase === 'inferring') return inMs(timeOf.get(agent));
      // The suite runs once, and up to twice more for the controls.
      if (phase === 'testing') return inMs(known.get(id)?.grading_minutes, 1 / 3);
      if (phase === 'controlling') return inMs(known.get(id)?.grading_minutes, 2 / 3);
      return null;
    },
  };
}
