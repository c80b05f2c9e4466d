import { RefbenchError } from '@refbench/contracts';
import type { StoppedContainer } from '@refbench/sandbox';
import { MAX_PLAN_BYTES, readPlanText } from './plan-text.ts';

/** The plans in order, and a description of the first file that is not a plan. */
export interface CollectedPlans {
  readonly plans: readonly string[];
  readonly problem: string | undefined;
}

/** Reads the plans from a stopped container. The files are untrusted. */
export async function collectPlans(
  stopped: Pick<StoppedContainer, 'readFile'>,
  paths: readonly string[],
): Promise<CollectedPlans> {
  const files = await Promise.all(
    paths.map(async (path) => ({ path, plan: await readPlan(stopped, path) })),
  );
  const bad = files.find(({ plan }) => plan.kind === 'unusable');
  return {
    plans: files.flatMap(({ plan }) => (plan.kind === 'plan' ? [plan.text] : [])),
    problem: bad?.plan.kind === 'unusable' ? `${bad.path} ${bad.plan.reason}` : undefined,
  };
}

async function readPlan(
  stopped: Pick<StoppedContainer, 'readFile'>,
  path: string,
): Promise<ReturnType<typeof readPlanText>> {
  try {
    const bytes = await stopped.readFile(path, MAX_PLAN_BYTES);
    if (bytes === undefined) return { kind: 'unusable', reason: 'is missing' };
    return readPlanText(bytes);
  } catch (error) {
    // The agent is responsible for a link, a folder or a large file, but not for a lost engine.
    if (!RefbenchError.isInstance(error) || error.kind !== 'invalid-file') throw error;
    return { kind: 'unusable', reason: 'is not a regular file of acceptable size' };
  }
}
