import type { Hunk, Repository } from '@refbench/repos';

/** Names of each kind that are returned. */
const MAX_NAMES = 20;
/** Shorter names stand everywhere. */
const MIN_LENGTH = 4;

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const COMMENT = /^\s*(?:\/\/|#|\*|\/\*)/;

export interface ChangedNames {
  /** Names in lines that golden removes, which golden does not contain anywhere. Most frequent first. */
  readonly gone: readonly string[];
  /** Names in lines that golden adds, which base does not contain anywhere. */
  readonly fresh: readonly string[];
}

export interface ChangedNamesOptions {
  /** The hunks in which names are looked for. */
  readonly hunks: readonly Hunk[];
  readonly repository: Repository;
  readonly base: string;
  readonly golden: string;
}

/** Finds the names that a refactoring removes from the code, and those that it brings. */
export async function changedNames({
  hunks,
  repository,
  base,
  golden,
}: ChangedNamesOptions): Promise<ChangedNames> {
  return {
    gone: await absentFrom(repository, golden, namesOf(hunks, 'removed')),
    fresh: await absentFrom(repository, base, namesOf(hunks, 'added')),
  };
}

/** The names in changed lines, each with its number of occurrences. Comments do not count. */
function namesOf(hunks: readonly Hunk[], kind: 'added' | 'removed'): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const line of hunks.flatMap((hunk) => hunk.lines)) {
    const text = line.text.toString('utf8');
    if (line.kind !== kind || COMMENT.test(text)) continue;
    for (const name of withoutStrings(text).match(IDENTIFIER) ?? []) {
      if (name.length >= MIN_LENGTH) names.set(name, (names.get(name) ?? 0) + 1);
    }
  }
  return names;
}

function withoutStrings(line: string): string {
  return line
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""')
    .replace(/\s(?:\/\/|#)\s.*$/, '');
}

/** Reads every file of the commit once. */
async function absentFrom(
  repository: Repository,
  commit: string,
  names: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const wanted = new Set(names.keys());
  const tree = await repository.readTree(commit);
  const blobs = [...tree.values()].filter(({ mode }) => mode.startsWith('100'));
  for await (const { bytes } of repository.readBlobs(new Set(blobs.map(({ oid }) => oid)))) {
    if (wanted.size === 0) break;
    for (const name of bytes.toString('utf8').match(IDENTIFIER) ?? []) wanted.delete(name);
  }
  return [...wanted]
    .toSorted(
      (one, other) => (names.get(other) ?? 0) - (names.get(one) ?? 0) || (one < other ? -1 : 1),
    )
    .slice(0, MAX_NAMES);
}
