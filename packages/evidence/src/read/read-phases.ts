import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  trajectorySchema,
  type AttemptRecord,
  type Trajectory,
  type TrajectoryStep,
} from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import type { AttemptView, StepView } from '../schema/attempt-view.ts';
import { stepViews } from './step-views.ts';

/** What an agent did in all phases of an attempt. */
export interface Phases {
  readonly steps: readonly TrajectoryStep[];
  readonly views: StepView[];
  readonly plans: AttemptView['plans'];
  readonly judgeReason: string | null;
}

/** Reads trajectories, plans and the judge's choice. A phase without a readable trajectory has no steps. */
export async function readPhases(
  folder: string,
  record: AttemptRecord | undefined,
): Promise<Phases> {
  const planning = join(folder, 'phases', 'plan');
  const plan = await readTrajectory(planning);
  const main = await readTrajectory(folder);
  const started = record?.started_at;
  const mainPhase = record?.phases === undefined ? 'direct' : 'execute';
  const judge = record?.phases?.find((phase) => phase.phase === 'judge');
  return {
    steps: [...(plan?.steps ?? []), ...(main?.steps ?? [])],
    views: [
      ...(plan === undefined ? [] : stepViews(plan, 'plan', started)),
      ...(main === undefined ? [] : stepViews(main, mainPhase, started)),
    ],
    plans: await readPlans(planning, record),
    judgeReason: judge?.reasoning ?? null,
  };
}

async function readTrajectory(folder: string): Promise<Trajectory | undefined> {
  const file = await readJsonFile(join(folder, 'trajectory.json'), trajectorySchema);
  return file.kind === 'valid' ? file.value : undefined;
}

async function readPlans(
  folder: string,
  record: AttemptRecord | undefined,
): Promise<AttemptView['plans']> {
  const phases = record?.phases ?? [];
  const made = phases.find(({ phase }) => phase === 'plan' || phase === 'multiplan');
  const judge = phases.find(({ phase }) => phase === 'judge');
  if (made === undefined || !('plans' in made)) return [];
  const choice = judge !== undefined && 'choice' in judge ? (judge.choice ?? 0) : 0;
  return await Promise.all(
    made.plans.map(async (_, index) => ({
      text: await readFile(join(folder, `plan-${index}.md`), 'utf8').catch(() => ''),
      chosen: index === choice,
    })),
  );
}
