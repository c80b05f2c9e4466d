import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttemptRecord, PredictionLine } from '@refbench/contracts';
import { errorCode } from '@refbench/base';
import { attemptLabel, attemptNumbers, readAttempt } from '@refbench/workspace';
import { plannedAttempts } from './planned-attempts.ts';
import { readPlan } from './read-plan.ts';

/** The newest finished attempt of an agent on an instance. */
export interface ExportedAttempt {
  readonly instance: string;
  readonly agent: string;
  /** Number of the attempt, prefixed with the repeat if there are several. */
  readonly attempt: string;
  readonly record: AttemptRecord;
  /** The bytes of the patch, which need not be text. */
  readonly patch: Buffer;
  readonly prediction: PredictionLine;
  /** Content of trajectory.json; undefined if the agent reported none. */
  readonly trajectory: Buffer | undefined;
}

/**
 * Exports the patches and trajectories of a run: for each planned repeat, the newest attempt with a
 * patch.
 * @throws RefbenchError kind `usage` if the run does not exist, `invalid-file` if evidence was
 *   altered
 */
export async function* exportRun(
  runsDir: string,
  run: string,
): AsyncGenerator<ExportedAttempt, void, undefined> {
  const plan = await readPlan(runsDir, run);
  for (const { instance, agent, repeat, folder } of plannedAttempts(join(runsDir, run), plan)) {
    for (const attempt of (await attemptNumbers(folder)).toReversed()) {
      const place = join(folder, String(attempt));
      const stored = await readAttempt(place);
      if (stored.kind !== 'recorded' || stored.record.harvested.kind !== 'patch') continue;
      // Each name has one prediction per instance.
      const name = repeat === 1 ? agent : `${agent}-repeat-${repeat}`;
      const prediction = predictionOf(instance, name, stored.patch);
      const trajectory = await trajectoryOf(place);
      const { record, patch } = stored;
      yield {
        instance,
        agent,
        attempt: attemptLabel(repeat, attempt),
        record,
        patch,
        prediction,
        trajectory,
      };
      break;
    }
  }
}

function predictionOf(instance: string, agent: string, patch: Buffer): PredictionLine {
  const key = { instance_id: instance, model_name_or_path: agent };
  return isUtf8(patch)
    ? { ...key, model_patch: patch.toString('utf8') }
    : { ...key, model_patch: null, model_patch_b64: patch.toString('base64') };
}

async function trajectoryOf(folder: string): Promise<Buffer | undefined> {
  try {
    return await readFile(join(folder, 'trajectory.json'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
