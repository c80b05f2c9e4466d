import { join } from 'node:path';
import type { AttemptRecord } from '@refbench/contracts';
import { sha256OfBytes } from '@refbench/files';
import { gradeRecorded, type AttemptEnd, type GradingOptions } from '../grade/grade-recorded.ts';
import { attemptNumbers, readAttempt, type StoredAttempt } from './attempt-files.ts';
import type { AttemptOptions } from './attempt-options.ts';
import { inferAndRecord } from './record-attempt.ts';

/** Tries of one contestant on one instance in one command while the machine is at fault. */
const INFRA_TRIES = 3;

/** Brings one contestant on one instance to a score; takes up whatever an earlier command had finished. */
export async function executeAttempt(options: AttemptOptions): Promise<AttemptEnd> {
  const numbers = await attemptNumbers(options.agentFolder);
  const last = numbers.at(-1);
  if (last !== undefined) {
    const stored = await readAttempt(join(options.agentFolder, String(last)));
    if (stored.kind === 'recorded' && (await isCurrent(options, stored))) {
      return await gradeRecorded(gradingOf(options), stored);
    }
  }
  const first = (last ?? 0) + 1;
  for (let attempt = first; ; attempt += 1) {
    const inferred = await inferAndRecord(options, attempt);
    if (inferred.kind === 'stopped') return inferred;
    if (isWorthRetrying(inferred.record) && attempt - first + 1 < INFRA_TRIES) continue;
    return await gradeRecorded(gradingOf(options), inferred);
  }
}

/** The machine or the provider may do better next time; a spent run budget stays spent. */
function isWorthRetrying({ outcome }: AttemptRecord): boolean {
  return outcome.kind === 'infra-failed' && outcome.cause !== 'run-budget';
}

/** A stored attempt stands, unless the machine had failed or another patch was given since. */
async function isCurrent(
  { contestant, ground }: AttemptOptions,
  stored: Extract<StoredAttempt, { readonly kind: 'recorded' }>,
): Promise<boolean> {
  if (stored.record.outcome.kind === 'infra-failed') return false;
  if (contestant.givenPatch === undefined) return true;
  const given = await contestant.givenPatch(ground.prepared);
  const { harvested } = stored.record;
  return given === undefined
    ? harvested.kind === 'none'
    : harvested.kind === 'patch' && harvested.digest === sha256OfBytes(given);
}

function gradingOf(options: AttemptOptions): GradingOptions {
  return { ...options, agent: options.contestant.name, limits: options.limits.grade };
}
