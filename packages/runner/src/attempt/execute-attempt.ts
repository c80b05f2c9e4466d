import { join } from 'node:path';
import { sha256OfBytes } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import {
  gradeRecorded,
  instanceFaultOf,
  type AttemptEnd,
  type GradingOptions,
} from '@refbench/grading';
import { attemptNumbers, readAttempt, type StoredAttempt } from '@refbench/workspace';
import type { AttemptOptions } from './attempt-options.ts';
import { runAndRecord } from './record-attempt.ts';

/** Runs and scores one submission on one instance, and reuses what an earlier command finished. */
export async function executeAttempt(options: AttemptOptions): Promise<AttemptEnd> {
  const numbers = await attemptNumbers(options.agentFolder);
  const last = numbers.at(-1);
  if (last !== undefined) {
    const stored = await readAttempt(join(options.agentFolder, String(last)));
    if (stored.kind === 'recorded' && (await isCurrent(options, stored))) {
      return await gradeRecorded(gradingOf(options), stored);
    }
  }
  refuseUselessSpending(options);
  const firstNumber = (last ?? 0) + 1;
  const recorded = await runAndRecord({ ...options, firstNumber, signal: options.stop });
  if (recorded.kind === 'stopped') return recorded;
  const context = (await options.latest?.()) ?? options.context;
  return await gradeRecorded(gradingOf({ ...options, context }), recorded);
}

/**
 * A model is not paid for an attempt that can get no score. Agents without a model may run: their scores
 * say what is wrong with the instance.
 * @throws RefbenchError kind `infra-incomplete`
 */
function refuseUselessSpending({ submission, context }: AttemptOptions): void {
  const fault = submission.model === undefined ? undefined : instanceFaultOf(context);
  if (fault === undefined) return;
  const { id } = context.prepared.instance;
  throw new RefbenchError({
    kind: 'infra-incomplete',
    message: `${id}: the attempt was not started, because it could get no score: ${fault}`,
    hint: `run refbench calibrate ${id} while the machine is idle, then the same command again`,
  });
}

/**
 * Tests whether a stored attempt is still valid: the infrastructure did not fail, and the submitted
 * patch is the same.
 */
async function isCurrent(
  { submission, context }: AttemptOptions,
  stored: Extract<StoredAttempt, { readonly kind: 'recorded' }>,
): Promise<boolean> {
  if (stored.record.outcome.kind === 'infra-failed') return false;
  if (submission.givenPatch === undefined) return true;
  const given = await submission.givenPatch(context.prepared);
  const { harvested } = stored.record;
  return given === undefined
    ? harvested.kind === 'none'
    : harvested.kind === 'patch' && harvested.digest === sha256OfBytes(given);
}

function gradingOf(options: AttemptOptions): GradingOptions {
  return { ...options, agent: options.submission.name, limits: options.limits.grade };
}
