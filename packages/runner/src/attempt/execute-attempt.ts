import { join } from 'node:path';
import { sha256OfBytes } from '@refbench/base';
import { gradeRecorded, type AttemptEnd, type GradingOptions } from '@refbench/grading';
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
  const firstNumber = (last ?? 0) + 1;
  const recorded = await runAndRecord({ ...options, firstNumber, signal: options.stop });
  if (recorded.kind === 'stopped') return recorded;
  return await gradeRecorded(gradingOf(options), recorded);
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
