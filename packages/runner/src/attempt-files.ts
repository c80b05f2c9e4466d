import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attemptRecordSchema, type AttemptRecord, type Trajectory } from '@refbench/contracts';
import { readJsonFile, writeFileAtomic } from '@refbench/files';

/** What the folder of an attempt holds. `unfinished`: a kill came before the record was written. */
export type StoredAttempt =
  | { readonly kind: 'recorded'; readonly record: AttemptRecord; readonly patch: Buffer }
  | { readonly kind: 'unfinished'; readonly reason: string };

/**
 * Reads an attempt. A patch.diff that was changed since is taken as it is now: it gets a score of its
 * own, with its own digest, and the record still names the one that was harvested.
 */
export async function readAttempt(folder: string): Promise<StoredAttempt> {
  const file = await readJsonFile(join(folder, 'attempt.json'), attemptRecordSchema);
  if (file.kind === 'absent') return { kind: 'unfinished', reason: 'it has no record' };
  if (file.kind === 'invalid') return { kind: 'unfinished', reason: file.reason };
  const record = file.value;
  if (record.harvested.kind !== 'patch') {
    return { kind: 'recorded', record, patch: Buffer.alloc(0) };
  }
  const patch = await readFile(join(folder, 'patch.diff')).catch(() => undefined);
  if (patch === undefined) return { kind: 'unfinished', reason: 'its patch.diff is missing' };
  return { kind: 'recorded', record, patch };
}

/** Writes the record last, so that a kill leaves an unfinished attempt, never half a one. */
export async function writeAttempt(
  folder: string,
  record: AttemptRecord,
  files: {
    readonly patch: Buffer | undefined;
    /** What was read of a tree that could not be taken; for people alone. */
    readonly partial: Buffer | undefined;
    readonly log: Buffer;
    readonly trajectory: Trajectory | undefined;
  },
): Promise<void> {
  await writeFileAtomic(join(folder, 'agent.log'), files.log);
  if (files.trajectory !== undefined) {
    await writeFileAtomic(join(folder, 'trajectory.json'), JSON.stringify(files.trajectory));
  }
  if (files.patch !== undefined) await writeFileAtomic(join(folder, 'patch.diff'), files.patch);
  if (files.partial !== undefined) {
    await writeFileAtomic(join(folder, 'partial.diff'), files.partial);
  }
  await writeFileAtomic(join(folder, 'attempt.json'), `${JSON.stringify(record, null, 2)}\n`);
}

/** Numbers of the attempts that have a folder, ascending. */
export async function attemptNumbers(agentFolder: string): Promise<readonly number[]> {
  const names = await readdir(agentFolder).catch(() => []);
  return names
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .sort((left, right) => left - right);
}
