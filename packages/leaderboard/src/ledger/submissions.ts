import type { KeyObject } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { digestOf, exists, writeFileAtomic } from '@refbench/base';
import type { OpenedBundle } from '../verify/check-structure.ts';
import { checkStructure } from '../verify/check-structure.ts';
import type { AcceptedSubmission } from '../verify/verify-submission.ts';
import { currentSubmissions, prepareChange, type LedgerRow } from './ledger.ts';

export interface ChangeOptions {
  /** Folder of the leaderboard. */
  readonly folder: string;
  /** Name of the submission on the board. */
  readonly id: string;
  /** ISO date, e.g. 2026-11-23. */
  readonly date: string;
  readonly why: string;
  /** The private key of the board, if it has one. */
  readonly key?: KeyObject | undefined;
}

/** A submission on the board, with the line of the ledger that put it there. */
export interface StoredSubmission {
  readonly row: ReturnType<typeof currentSubmissions>[number];
  readonly bundle: OpenedBundle;
}

/** Folder of the content of a submission. */
export function submissionFolder(folder: string, id: string): string {
  return join(folder, 'submissions', id);
}

/**
 * Puts a verified submission on the board. One that is there already is replaced, which the ledger
 * calls a new score.
 */
export async function addSubmission(
  options: ChangeOptions,
  { bundle, signer, graded }: AcceptedSubmission,
): Promise<void> {
  const { folder, id, date, why, key } = options;
  requireLaterThanRun(date, bundle);
  // Nothing of the board is touched if the ledger cannot be changed.
  const change = await prepareChange(folder, date, key);
  const known = currentSubmissions(change.rows).some((row) => row.id === id);
  const target = submissionFolder(folder, id);
  await rm(target, { recursive: true, force: true });
  for (const [path, content] of bundle.files) {
    const file = join(target, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFileAtomic(file, content);
  }
  const digest = digestOf(bundle.manifest);
  const kind = known ? 'rescored' : 'added';
  await change.append({
    kind,
    id,
    date,
    why,
    digest,
    graded,
    ...(signer === '' ? {} : { signer }),
  });
}

function requireLaterThanRun(date: string, { plan }: OpenedBundle): void {
  const created = plan.created_at.slice(0, 10);
  if (date >= created) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `the date ${date} is before ${created}, the day of the run`,
    hint: 'specify the day on which the submission is added',
  });
}

/**
 * Takes a submission off the board. The ledger keeps that it was there, and why it went.
 * @throws RefbenchError kind `usage` if it is not on the board
 */
export async function removeSubmission(options: ChangeOptions): Promise<void> {
  const { folder, id, date, why, key } = options;
  const change = await prepareChange(folder, date, key);
  const current = currentSubmissions(change.rows).map((row) => row.id);
  if (!current.includes(id)) {
    throw new RefbenchError({
      kind: 'usage',
      message: `there is no submission "${id}" on the board`,
      hint: `the submissions are: ${current.join(', ') || 'none'}`,
    });
  }
  await change.append({ kind: 'removed', id, date, why });
  await rm(submissionFolder(folder, id), { recursive: true, force: true });
}

/**
 * Reads a stored submission and checks that it is the one of the ledger.
 * @throws RefbenchError kind `invalid-file` if a file was changed, added or removed
 */
async function readSubmission(
  folder: string,
  { id, digest }: { readonly id: string; readonly digest: string },
): Promise<OpenedBundle> {
  const root = submissionFolder(folder, id);
  const files = await readTree(root);
  // Who may submit was decided when it was added.
  const { checks, bundle } = checkStructure(files, ANY_KEY);
  const failed = checks.find(({ result }) => result === 'failed');
  const problem =
    failed !== undefined
      ? `${failed.name}: ${failed.evidence.join('; ')}`
      : bundle === undefined || digestOf(bundle.manifest) !== digest
        ? 'its manifest is not the one of the ledger'
        : undefined;
  if (problem === undefined && bundle !== undefined) return bundle;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${root}: ${problem ?? 'it cannot be read'}`,
    hint: 'restore the files from version control, or add the submission again',
  });
}

/** Reads all submissions that a ledger has on the board, oldest first. */
export async function boardSubmissions(
  folder: string,
  ledger: readonly LedgerRow[],
): Promise<readonly StoredSubmission[]> {
  return await Promise.all(
    currentSubmissions(ledger).map(async (row) => ({
      row,
      bundle: await readSubmission(folder, row),
    })),
  );
}

/** Accepts each key under its own name. */
const ANY_KEY = { get: (key: string): string => key } as ReadonlyMap<string, string>;

async function readTree(root: string): Promise<ReadonlyMap<string, Buffer>> {
  if (!(await exists(root))) return new Map();
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const name = relative(root, path).split(sep).join(posix.sep);
        return [name, await readFile(path)] as const;
      }),
  );
  return new Map(files);
}
