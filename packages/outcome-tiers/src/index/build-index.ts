import type { History, LoggedCommit } from '@refbench/repos';
import type { Labels } from '../label/labels-file.ts';
import type { IndexEntry } from './index-entry.ts';
import { refsInScope } from './ref-scope.ts';
import type { SourceFilter } from './source-filter.ts';
import { keysOf, mentions, subjectLine, type KeyPattern } from './ticket-keys.ts';

/**
 * Which of a key's commits is taken. `newest`: the first of the log, before files are looked at, as
 * in the study. `newest-with-source`: the first that changes source code. `oldest` and `largest` (by
 * source files) choose among those that do, too.
 */
export const PICKS = ['newest', 'newest-with-source', 'oldest', 'largest'] as const;
export type Pick = (typeof PICKS)[number];

export interface BuildIndexOptions {
  readonly history: History;
  readonly refs: readonly string[];
  /** ISO date: later commits are left out. */
  readonly until?: string | undefined;
  readonly keys: KeyPattern;
  readonly pick: Pick;
  /** `skip`: a merge has no files, as in the study; `first-parent`: those that it brought. */
  readonly merges: 'skip' | 'first-parent';
  readonly filter: SourceFilter;
  /** Where given, tickets without a label are left out. */
  readonly labels?: Labels | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How many commits or keys each step left. */
interface IndexCounts {
  readonly refs: number;
  readonly commits: number;
  /** Commits that have the text of a key's beginning, e.g. `SPR-`, anywhere in the message. */
  readonly mentioning: number;
  /** Commits that name a key where keys are looked for. */
  readonly keyed: number;
  /** Of these, commits that name a key with a label. */
  readonly labelled: number;
  /** Different keys among them. */
  readonly keys: number;
  /** Entries of the index. */
  readonly entries: number;
}

/** Why a key that has a commit, or a commit that has a key, is not in the index. */
interface IndexDrops {
  /** Commits: none of their keys has a label. */
  readonly unlabelled: number;
  /** Commits: another one was taken for each of their keys. */
  readonly other_commit_taken: number;
  /** Keys: the commit has no parent. */
  readonly root: number;
  /** Keys: the commit is a merge. */
  readonly merge: number;
  /** Keys: the commit changes no source file of the language. */
  readonly no_source: number;
}

export interface BuiltIndex {
  /** In the order of the log, newest first. */
  readonly entries: readonly IndexEntry[];
  readonly counts: IndexCounts;
  readonly dropped: IndexDrops;
}

interface Candidate {
  readonly commit: LoggedCommit;
  readonly files: readonly string[];
}

/** Matches tickets to commits. Trees are compared; no file is read. */
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

/** The commits of each key that may be taken, with their source files. */
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

/** Candidates come newest first; where none changes source code, the newest says why. */
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
