import { join } from 'node:path';
import {
  attemptRecordSchema,
  RefbenchError,
  testsRecordSchema,
  type AttemptUsage,
} from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import { attemptNumbers } from '@refbench/workspace';
import { readPlan } from '../stored-runs/read-plan.ts';
import { plannedAttempts } from '../stored-runs/planned-attempts.ts';
import { listRunIds } from '../stored-runs/run-ids.ts';

/** Usage of an attempt of an earlier run. */
export interface EarlierAttempt {
  readonly agent: string;
  readonly model: string | undefined;
  readonly instance: string;
  readonly mode: string;
  readonly usage: AttemptUsage | undefined;
  /** Duration of the agent and the tests. */
  readonly durationMs: number;
}

/** Reads all attempts of the runs in a folder, except infrastructure failures. */
export async function earlierAttempts(runsDir: string): Promise<readonly EarlierAttempt[]> {
  const found: EarlierAttempt[] = [];
  for (const run of await listRunIds(runsDir)) {
    const plan = await readPlan(runsDir, run).catch((error: unknown) => {
      // A damaged plan does not help the estimate. Other commands report it.
      if (RefbenchError.isInstance(error)) return undefined;
      throw error;
    });
    if (plan === undefined) continue;
    for (const { instance, agent, model, folder } of plannedAttempts(join(runsDir, run), plan)) {
      for (const number of await attemptNumbers(folder)) {
        const place = join(folder, String(number));
        const record = await readJsonFile(join(place, 'attempt.json'), attemptRecordSchema);
        if (record.kind !== 'valid' || record.value.outcome.kind === 'infra-failed') continue;
        const tests = await readJsonFile(join(place, 'tests.json'), testsRecordSchema);
        const testsMs = tests.kind === 'valid' ? tests.value.duration_ms : 0;
        const { usage, duration_ms } = record.value;
        const durationMs = duration_ms + testsMs;
        found.push({ agent, model, instance, mode: plan.mode, usage, durationMs });
      }
    }
  }
  return found;
}
