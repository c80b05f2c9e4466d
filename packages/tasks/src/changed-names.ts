import type { Hunk, Repository } from '@refbench/repos';
import { blobTexts } from './blob-texts.ts';

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

/**
 * Finds the names that a refactoring removes from the code, and those that it brings. Reads every file
 * of both commits once; most of them are the same in both.
 */
export async function changedNames({
  hunks,
  repository,
  base,
  golden,
}: ChangedNamesOptions): Promise<ChangedNames> {
  const sides = [
    { blobs: await blobsOf(repository, golden), names: namesOf(hunks, 'removed') },
    { blobs: await blobsOf(repository, base), names: namesOf(hunks, 'added') },
  ];
  const blobs = sides.flatMap((side) => [...side.blobs]);
  for await (const { oid, text } of blobTexts(repository, blobs)) {
    const open = sides.filter(({ names }) => names.size > 0);
    if (open.length === 0) break;
    const searched = open.filter((side) => side.blobs.has(oid));
    if (searched.length === 0) continue;
    for (const name of text.match(IDENTIFIER) ?? []) {
      for (const { names } of searched) names.delete(name);
    }
  }
  const [gone = [], fresh = []] = sides.map(({ names }) => mostFrequent(names));
  return { gone, fresh };
}

async function blobsOf(repository: Repository, commit: string): Promise<ReadonlySet<string>> {
  const tree = await repository.readTree(commit);
  const files = [...tree.values()].filter(({ mode }) => mode.startsWith('100'));
  return new Set(files.map(({ oid }) => oid));
}

/** The names in changed lines, each with its number of occurrences. Comments do not count. */
function namesOf(hunks: readonly Hunk[], kind: 'added' | 'removed'): Map<string, number> {
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
    .replace(/\s(?:\/\/|#\s).*$/, '');
}

function mostFrequent(names: ReadonlyMap<string, number>): readonly string[] {
  return [...names]
    .toSorted(([one, count], [other, often]) => often - count || (one < other ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(([name]) => name);
}
