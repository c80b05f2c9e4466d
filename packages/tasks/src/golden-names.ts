import { displayPath, type ParsedPatch, type Tree } from '@refbench/repos';
import { keyOf } from './name-key.ts';

/** A name that occurs in golden. */
export interface GoldenName {
  readonly kind: 'identifier' | 'path';
  /** As golden spells it. */
  readonly name: string;
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/**
 * Returns the identifiers of added lines and the names of new files and folders, by their keys. A
 * name that is both counts as an identifier.
 * @param keys only names with one of these keys are returned
 */
export function goldenNames(
  patch: ParsedPatch,
  tree: Tree,
  keys: ReadonlySet<string>,
): ReadonlyMap<string, GoldenName> {
  const names = new Map<string, GoldenName>();
  const add = (kind: GoldenName['kind'], name: string): void => {
    const key = keyOf(name);
    if (!keys.has(key)) return;
    // A name that can only be a name says more than a word that may stand in a comment.
    const known = names.get(key);
    const isBetter = known !== undefined && isPlainWord(known.name) && !isPlainWord(name);
    if (known === undefined || isBetter) names.set(key, { kind, name });
  };
  for (const { hunks } of patch.files) {
    for (const { kind, text } of hunks.flatMap(({ lines }) => lines)) {
      if (kind !== 'added') continue;
      for (const name of text.toString('utf8').match(IDENTIFIER) ?? []) add('identifier', name);
    }
  }
  // A plain word in a line may be a word of a comment. As the name of a file it is a decision.
  for (const name of newPathNames(patch, tree)) {
    const known = names.get(keyOf(name));
    if (known !== undefined && isPlainWord(known.name)) names.delete(keyOf(name));
    add('path', name);
  }
  return names;
}

/** Matches a word as it occurs in prose, e.g. `loader` and `Loader`, but not `LOADER_` or `md5`. */
export function isPlainWord(name: string): boolean {
  return /^\p{L}?\p{Ll}*$/u.test(name);
}

/** Returns the names of files and folders that exist only in golden, with and without extension. */
function newPathNames(patch: ParsedPatch, tree: Tree): readonly string[] {
  const old = new Set<string>();
  for (const path of tree.keys()) for (const name of namesOf(displayPath(path))) old.add(name);
  const fresh = new Set<string>();
  for (const { newPath } of patch.files) {
    if (newPath === undefined || tree.has(newPath)) continue;
    for (const name of namesOf(displayPath(newPath))) if (!old.has(name)) fresh.add(name);
  }
  return [...fresh];
}

function namesOf(path: string): readonly string[] {
  return path.split('/').flatMap((part) => [part, part.replace(/(?<=.)\.[^.]*$/, '')]);
}
