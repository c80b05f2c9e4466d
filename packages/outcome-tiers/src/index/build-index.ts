import type { History, LoggedCommit } from '@refbench/repos';
import type { Labels } from '../label/labels-file.ts';
import type { IndexEntry } from './index-entry.ts';
import { refsInScope } from './ref-scope.ts';
import type { SourceFilter } from './source-filter.ts';
import { keysOf, mentions, subjectLine, type KeyPattern } from './ticket-keys.ts';

/**
 * Which commit of a key to select. `newest`: the first one in the log, regardless of its files, as
 * in the study. `newest-with-source`: the first one that changes source code. `oldest` and
 * `largest` (by source files) also select among those that change source code.
 */
export const PICKS = ['newest', 'newest-with-source', 'oldest', 'largest'] as const;
export type Pick = (typeof PICKS)[number];

export interface BuildIndexOptions {
  readonly history: History;
  readonly refs: readonly string[];
  /** ISO date. Later commits are omitted. */
  readonly until?: string | undefined;
  readonly keys: KeyPattern;
  readonly pick: Pick;
  /**
   * `skip`: a merge counts as having no files, as in the study. `first-parent`: it has the files
   * that it merged.
   */
  readonly merges: 'skip' | 'first-parent';
  readonly filter: SourceFilter;
  /** If given, tickets without a label are omitted. */
  readonly labels?: Labels | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Number of commits or keys after each step. */
interface IndexCounts {
  readonly refs: number;
  readonly commits: number;
  /** Commits whose message contains the prefix of a key, e.g. `SPR-`. */
  readonly mentioning: number;
  /** Commits with a key in the place where keys are searched. */
  readonly keyed: number;
  /** Number of these commits with a labelled key. */
  readonly labelled: number;
  /** Number of different keys in them. */
  readonly keys: number;
  /** Number of entries in the index. */
  readonly entries: number;
}

/** Why a key with a commit, or a commit with a key, is not in the index. */
interface IndexDrops {
  /** Number of commits whose keys have no label. */
  readonly unlabelled: number;
  /** Number of commits for whose keys other commits were selected. */
  readonly other_commit_taken: number;
  /** Number of keys whose commit has no parent. */
  readonly root: number;
  /** Number of keys whose commit is a merge. */
  readonly merge: number;
  /** Number of keys whose commit changes no source file of the language. */
  readonly no_source: number;
}

export interface BuiltIndex {
  /** In the order of the log, the newest first. */
  readonly entries: readonly IndexEntry[];
  readonly counts: IndexCounts;
  readonly dropped: IndexDrops;
}

interface Candidate {
  readonly commit: LoggedCommit;
  readonly files: readonly string[];
}

/** Matches tickets to commits. Compares trees and reads no files. */
export async function buildIndex(options: BuildIndexOptions): Promise<BuiltIndex> {
  const { history, until, keys, labels, signal } = options;
  const refs = refsInScope(await history.refs(), options.refs);
  const byKey = new Map<string, LoggedCommit[]>();
  const counts = { commits: 0, mentioning: 0, keyed: 0, labelled: 0 };
  const tips = refs.map(({ oid }) => oid);
  for await (const commit of history.log({ tips, until, signal })) {
    counts.commits += 1;
    if (keys.projects.some((each) => mentions(commit.message, each))) counts.mentioning += 1;
    const named = keysOf(commit, keys);
    if (named.length === 0) continue;
    counts.keyed += 1;
    const known = named.filter((key) => labels?.has(key) ?? true);
    if (known.length === 0) continue;
    counts.labelled += 1;
    for (const key of known) byKey.set(key, [...(byKey.get(key) ?? []), commit]);
  }
  const candidates = await withFiles(byKey, options);
  const dropped = { root: 0, merge: 0, no_source: 0 };
  const entries: IndexEntry[] = [];
  const taken = new Set<string>();
  for (const [key, own] of candidates) {
    const { commit, files } = choose(own, options.pick);
    taken.add(commit.commit);
    const [parent] = commit.parents;
    if (parent === undefined) dropped.root += 1;
    else if (commit.parents.length > 1 && options.merges === 'skip') dropped.merge += 1;
    else if (files.length === 0) dropped.no_source += 1;
    else {
      const { commit: sha, time, subject } = commit;
      const tier = labels?.get(key) ?? null;
      entries.push({ key, sha, parent, time, message: subjectLine(subject), files, tier });
    }
  }
  return {
    entries,
    counts: { refs: refs.length, ...counts, keys: byKey.size, entries: entries.length },
    dropped: {
      unlabelled: counts.keyed - counts.labelled,
      other_commit_taken: counts.labelled - taken.size,
      ...dropped,
    },
  };
}

/** Returns the candidate commits of each key with their source files. */
async function withFiles(
  byKey: ReadonlyMap<string, readonly LoggedCommit[]>,
  { history, merges, filter, pick }: BuildIndexOptions,
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const wanted = new Map(
    [...byKey].map(([key, own]) => [key, pick === 'newest' ? own.slice(0, 1) : own]),
  );
  const commits = new Map([...wanted.values()].flat().map((each) => [each.commit, each]));
  const paths = await history.changedPaths(
    [...commits.values()].map(({ commit, parents }) =>
      merges === 'first-parent' && parents.length > 1 ? { commit, parent: parents[0] } : { commit },
    ),
  );
  const filesOf = ({ commit }: LoggedCommit): readonly string[] =>
    (paths.get(commit) ?? []).filter(filter.admits);
  return new Map(
    [...wanted].map(([key, own]) => [
      key,
      own.map((commit) => ({ commit, files: filesOf(commit) })),
    ]),
  );
}

/** Selects a candidate. If none changes source code, returns the newest to report the reason. */
function choose(candidates: readonly Candidate[], pick: Pick): Candidate {
  const [newest] = candidates;
  if (newest === undefined) throw new Error('a key has at least one commit');
  const withSource = candidates.filter(({ files }) => files.length > 0);
  switch (pick) {
    case 'newest':
      return newest;
    case 'newest-with-source':
      return withSource[0] ?? newest;
    case 'oldest':
      return withSource.at(-1) ?? newest;
    case 'largest': {
      const most = Math.max(...withSource.map(({ files }) => files.length));
      return withSource.find(({ files }) => files.length === most) ?? newest;
    }
  }
}
