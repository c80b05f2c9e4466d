import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { readJournal, readJsonFile, writeFileAtomic, sum, writeJsonFile } from '@refbench/base';
import { z } from 'zod';
import type { Definition } from '../event-filter/definition.ts';
import { readShardRecords } from '../workspace/mine-folder.ts';
import type { RejectedCommit } from '../rank/collect.ts';
import { rejectionSchema } from '../commit/rejection.ts';
import { candidateSchema, type Candidate } from './candidate.ts';
import type { Selection, SelectionRules } from './select.ts';

export function candidatesFile(folder: string): string {
  return join(folder, 'candidates.jsonl');
}

/**
 * Writes candidates.jsonl, and a manifest that says which shards were read, and which are
 * incomplete or missing.
 */
export async function writeCandidates(
  folder: string,
  { candidates, rejected }: Selection,
  rules: SelectionRules,
  definition: Definition,
): Promise<void> {
  const records = [...(await readShardRecords(folder)).values()];
  const statuses: Record<string, number> = {};
  for (const { coverage } of records) {
    statuses[coverage.status] = (statuses[coverage.status] ?? 0) + 1;
  }
  const manifest = {
    schema: 1,
    definition: definition.digest,
    rules: {
      count: rules.count,
      per_repository: rules.perRepository,
      quotas: rules.quotas,
      licences: rules.licences ?? 'open',
    },
    candidates: candidates.length,
    units: { all: records.length, ...statuses },
    commits: {
      admitted: sum(records.map(({ admitted }) => admitted)),
      incomplete: sum(records.map(({ incomplete }) => incomplete)),
      rejected: sum(records.map(({ rejected }) => rejected)),
    },
    /** Shards that were not read completely, each with the reason. */
    gaps: records
      .filter(({ coverage }) => coverage.status !== 'whole')
      .map(({ unit, coverage: { status, reason } }) => ({ unit, status, reason })),
    dropped: rejected,
  };
  await writeFileAtomic(
    candidatesFile(folder),
    candidates.map((candidate) => `${JSON.stringify(candidate)}\n`).join(''),
  );
  await writeJsonFile(manifestFile(folder), manifest);
}

function manifestFile(folder: string): string {
  return join(folder, 'manifest.json');
}

const passedOverSchema = z.object({
  repository: z.string(),
  number: z.int().optional(),
  golden: z.string().optional(),
  why: rejectionSchema,
});

/** Reads the ranked commits that the last selection did not take. */
export async function readPassedOver(folder: string): Promise<readonly RejectedCommit[]> {
  const schema = z.object({ dropped: z.array(passedOverSchema) });
  const manifest = await readJsonFile(manifestFile(folder), schema);
  return manifest.kind === 'valid' ? manifest.value.dropped : [];
}

export async function readCandidates(folder: string): Promise<readonly Candidate[]> {
  return (await readJournal(candidatesFile(folder), candidateSchema)).events;
}

/**
 * Finds a candidate by a prefix of its id or golden commit.
 * @throws RefbenchError kind `usage` if no candidate or several match
 */
export async function findCandidate(folder: string, name: string): Promise<Candidate> {
  const all = await readCandidates(folder);
  const matching = all.filter(({ id, golden }) => id.startsWith(name) || golden.startsWith(name));
  const [found, second] = matching;
  if (found !== undefined && second === undefined) return found;
  throw new RefbenchError({
    kind: 'usage',
    message: `${matching.length === 0 ? 'no candidate' : 'more than one candidate'} in ${candidatesFile(folder)} matches "${name}"`,
    hint: 'specify an id from this file, or run refbench mine select first',
  });
}
