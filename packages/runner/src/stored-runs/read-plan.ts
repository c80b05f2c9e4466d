import { join } from 'node:path';
import {
  didYouMean,
  RefbenchError,
  runPlanSchema,
  segmentSchema,
  type RunPlan,
} from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import { listRunIds } from './run-ids.ts';

/**
 * Reads the plan of a run.
 * @throws RefbenchError kind `usage` if the run does not exist, `invalid-file` if its plan is damaged
 */
export async function readPlan(runsDir: string, run: string): Promise<RunPlan> {
  const path = join(runsDir, run, 'run.json');
  // An invalid name could lead out of the folder.
  const file = segmentSchema.safeParse(run).success
    ? await readJsonFile(path, runPlanSchema)
    : ({ kind: 'absent' } as const);
  if (file.kind === 'valid') return file.value;
  if (file.kind === 'invalid') {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path} is damaged: ${file.reason}`,
      hint: 'restore the file; the attempts of the run are not affected',
    });
  }
  const runs = await listRunIds(runsDir);
  throw new RefbenchError({
    kind: 'usage',
    message: `there is no run "${run}" in ${runsDir}${didYouMean(run, runs)}`,
    hint: runs.length === 0 ? 'start one with refbench run' : `available runs: ${runs.join(', ')}`,
  });
}
