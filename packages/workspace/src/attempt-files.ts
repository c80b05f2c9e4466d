import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  attemptRecordSchema,
  packageListSchema,
  RefbenchError,
  type AttemptRecord,
  type Digest,
  type PackageList,
  type Trajectory,
} from '@refbench/contracts';
import {
  digestOf,
  errorCode,
  readJsonFile,
  sha256OfBytes,
  writeFileAtomic,
  writeJsonFile,
} from '@refbench/base';

/**
 * Content of an attempt's folder. `unfinished`: the process was killed before it wrote the record.
 */
export type StoredAttempt =
  | { readonly kind: 'recorded'; readonly record: AttemptRecord; readonly patch: Buffer }
  | { readonly kind: 'unfinished'; readonly reason: string };

/**
 * Reads an attempt and verifies its evidence against the digests in its record.
 * @throws RefbenchError kind `invalid-file` if the evidence of a finished attempt was altered or
 *   removed
 */
export async function readAttempt(folder: string): Promise<StoredAttempt> {
  const file = await readJsonFile(join(folder, 'attempt.json'), attemptRecordSchema);
  if (file.kind === 'absent') return { kind: 'unfinished', reason: 'it has no record' };
  if (file.kind === 'invalid') return { kind: 'unfinished', reason: file.reason };
  const record = file.value;
  await readEvidence(join(folder, 'prompt.md'), record.inputs.prompt);
  await verifyPackages(join(folder, 'packages.json'), record);
  if (record.harvested.kind !== 'patch') {
    return { kind: 'recorded', record, patch: Buffer.alloc(0) };
  }
  const patch = await readEvidence(join(folder, 'patch.diff'), record.harvested.digest);
  return { kind: 'recorded', record, patch };
}

/** Verifies packages.json by its content: the file may be formatted anew. */
async function verifyPackages(path: string, { packages }: AttemptRecord): Promise<void> {
  if (packages === undefined) return;
  const file = await readJsonFile(path, packageListSchema);
  if (file.kind === 'absent') throw evidenceChanged(path, 'it is missing');
  const found = file.kind === 'valid' ? digestOf(file.value) : 'no valid list';
  if (found === packages.list) return;
  throw evidenceChanged(path, `attempt.json records ${packages.list}, but the file has ${found}`);
}

/**
 * Verifies one file. The record is written last, so a file with another digest was changed
 * afterwards.
 */
async function readEvidence(path: string, digest: Digest): Promise<Buffer> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') throw evidenceChanged(path, 'it is missing');
    throw error;
  });
  const found = sha256OfBytes(bytes);
  if (found === digest) return bytes;
  throw evidenceChanged(path, `attempt.json records ${digest}, but the file has ${found}`);
}

function evidenceChanged(path: string, what: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path} was changed after the attempt: ${what}`,
    hint: "restore the file, or move the attempt's folder away so that the same command makes a new attempt; to score an edited patch, use refbench grade --predictions",
  });
}

/**
 * Writes the files of an attempt. The record is last, so that an attempt is finished or unfinished,
 * never in between.
 */
export async function writeAttempt(
  folder: string,
  record: AttemptRecord,
  files: {
    readonly patch: Buffer | undefined;
    /** The part of a rejected tree that was read. It is kept for inspection only. */
    readonly partial: Buffer | undefined;
    readonly log: Buffer;
    readonly trajectory: Trajectory | undefined;
    readonly packages?: PackageList | undefined;
  },
): Promise<void> {
  await writeFileAtomic(join(folder, 'agent.log'), files.log);
  if (files.trajectory !== undefined) {
    await writeFileAtomic(join(folder, 'trajectory.json'), JSON.stringify(files.trajectory));
  }
  if (files.packages !== undefined) {
    await writeJsonFile(join(folder, 'packages.json'), files.packages);
  }
  if (files.patch !== undefined) await writeFileAtomic(join(folder, 'patch.diff'), files.patch);
  if (files.partial !== undefined) {
    await writeFileAtomic(join(folder, 'partial.diff'), files.partial);
  }
  await writeJsonFile(join(folder, 'attempt.json'), record);
}

/** Returns the numbers of the attempts that have a folder, in ascending order. */
export async function attemptNumbers(agentFolder: string): Promise<readonly number[]> {
  const names = await readdir(agentFolder).catch(() => []);
  return names
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .sort((left, right) => left - right);
}
