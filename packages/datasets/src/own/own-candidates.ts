import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RefbenchError } from '@refbench/contracts';
import { findOwnCandidates, type OwnCandidate, type OwnSearch } from '@refbench/mining';
import { commitRange, copyRepository, openHistory } from '@refbench/repos';
import { candidateLine, type CandidateLine } from '../build/candidate-list.ts';
import { inOrderOfTrial } from './trial-order.ts';

export interface OwnHistoryOptions {
  /** A clone, or the address of a repository. */
  readonly source: string;
  /** `own/name`, under which the repository appears in the instances. */
  readonly name: string;
  /** Folder of the set. The history is copied there. */
  readonly folder: string;
  /** Number of commits along first parents to read, the newest first. */
  readonly maxCommits: number;
  /** ISO date of the oldest commit to read. */
  readonly since?: string | undefined;
  readonly cacheDir: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/** A candidate as the build takes it, and what is known about it. */
export interface FoundCandidate {
  readonly line: CandidateLine;
  readonly found: OwnCandidate;
}

export interface FoundCandidates {
  /** Number of commits that were read. */
  readonly read: number;
  /** Whether the clone lacks the start of the history. */
  readonly isShallow: boolean;
  /** Commits that were looked at and are no candidates. */
  readonly rejected: OwnSearch['rejected'];
  /** By their worth before anything was tried. */
  readonly candidates: readonly FoundCandidate[];
}

/**
 * Finds the refactorings in the history of a repository. The result depends on the history alone, so a
 * command that continues gets the same candidates in the same order.
 * @throws RefbenchError kind `repository`
 */
export async function searchOwnHistory(options: OwnHistoryOptions): Promise<FoundCandidates> {
  const { source, name, folder, maxCommits, since, cacheDir, signal, onProgress } = options;
  const place = join(folder, 'repository.git');
  onProgress('copying the history');
  const { head, isShallow } = await copyRepository({ source, place, signal });
  await using history = await openHistory({ name, path: place, cacheDir, signal });
  if (history.kind === 'absent') {
    throw new RefbenchError({
      kind: 'repository',
      message: `${place}: ${history.reason}`,
      hint: 'remove this folder; the next run copies the history again',
    });
  }
  onProgress('reading the history');
  const { read, candidates, rejected } = await findOwnCandidates(history, {
    head,
    maxCommits,
    since,
    signal,
  });
  const found: FoundCandidate[] = [];
  for (const candidate of inOrderOfTrial(candidates)) {
    const golden =
      candidate.kind === 'range'
        ? await commitRange(place, { ...candidate, message: messageOf(candidate) })
        : candidate.last;
    const line = candidateLine({
      repository: name,
      golden,
      url: pathToFileURL(place).href,
      language: candidate.language,
      provenance: provenanceOf(candidate),
      private: true,
    });
    found.push({ line, found: candidate });
  }
  return { read, isShallow, rejected, candidates: found };
}

function messageOf({ title, body, commits }: OwnCandidate): string {
  return [title, body, `Made of ${commits.length} commits.`]
    .filter((part) => part !== '')
    .join('\n\n');
}

function provenanceOf({ kind, commits }: OwnCandidate): string {
  const found = 'found by refbench own in the history of a private repository';
  switch (kind) {
    case 'commit':
      return `Commit ${found}.`;
    case 'merge':
      return `Merged branch ${found}; base is the first parent of the merge.`;
    case 'range':
      return `${commits.length} consecutive commits of one author, joined to one and ${found}: ${commits.map((commit) => commit.slice(0, 12)).join(', ')}.`;
  }
}
