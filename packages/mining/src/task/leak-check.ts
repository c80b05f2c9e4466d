import { linkedNumbers } from './linked-numbers.ts';
import { displayPath, type ParsedPatch, type Repository, type Tree } from '@refbench/repos';

/** A part of an open text that only the golden commit contains. */
export interface Leak {
  readonly kind: 'identifier' | 'path' | 'reference';
  readonly name: string;
}

const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Matches mixed case, digits and underscores, which do not occur in natural-language words. */
const IDENTIFIER = /^[\p{Ll}\d]+\p{Lu}|^\p{Lu}[\p{Ll}\d]+\p{Lu}|_|\$|^\p{Lu}{2,}\p{Ll}|\p{L}\d/u;
/** Shorter folder names such as lib, src and api are common everywhere. */
const MIN_PATH_NAME = 4;

/** The golden commit, which an open text must not leak. */
export interface Secret {
  readonly golden: string;
  /** Message of golden. It refers to the pull request and the issues. */
  readonly message: string;
  readonly patch: ParsedPatch;
}

/**
 * Finds everything in a text that cannot be known from base alone: identifiers that golden adds and
 * base does not contain, names of files and folders that golden creates, and references to the
 * change (its commit id, or a number that its message contains).
 */
export async function findLeaks(
  text: string,
  { golden, message, patch }: Secret,
  repository: Repository,
  base: string,
): Promise<readonly Leak[]> {
  const tree = await repository.readTree(base);
  const tokens = new Set(text.match(TOKEN) ?? []);
  const identifiers = addedOnly(patch, tokens);
  const paths = newPathNames(patch, tree).filter((name) => mentions(text, name));
  // A word that base contains anywhere, such as "helpers", is not a leak.
  const known = await namesInTree(repository, tree, new Set([...identifiers, ...paths]));
  const secret = (name: string): boolean => !known.has(name);
  return [
    ...references(text, golden, message).map((name) => ({ kind: 'reference', name }) as const),
    ...[...identifiers].filter(secret).map((name) => ({ kind: 'identifier', name }) as const),
    ...paths
      .filter((name) => secret(name) && !identifiers.has(name))
      .map((name) => ({ kind: 'path', name }) as const),
  ];
}

/** Finds references to the commit, and to the pull request and issues in its message. */
function references(text: string, golden: string, message: string): readonly string[] {
  const secret = new Set(linkedNumbers(message));
  const links = [...text.matchAll(/\/(?:pull|issues)\/(\d{1,7})\b/g)].map(([, n]) => Number(n));
  const numbers = [...new Set([...linkedNumbers(text), ...links])].filter((n) => secret.has(n));
  const commits = (text.match(/\b[0-9a-f]{7,40}\b/g) ?? []).filter((id) => golden.startsWith(id));
  return [...numbers.map((number) => `#${number}`), ...new Set(commits)];
}

/**
 * Returns those identifiers of the text that occur in added lines but not in removed or context
 * lines.
 */
function addedOnly(patch: ParsedPatch, tokens: ReadonlySet<string>): ReadonlySet<string> {
  const [added, old] = [new Set<string>(), new Set<string>()];
  for (const file of patch.files) {
    for (const hunk of file.hunks) {
      for (const { kind, text } of hunk.lines) {
        for (const token of text.toString('utf8').match(TOKEN) ?? []) {
          if (tokens.has(token)) (kind === 'added' ? added : old).add(token);
        }
      }
    }
  }
  return new Set([...added].filter((token) => !old.has(token) && IDENTIFIER.test(token)));
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
  return [...fresh].filter((name) => name.length >= MIN_PATH_NAME);
}

function namesOf(path: string): readonly string[] {
  return path.split('/').flatMap((part) => [part, part.replace(/(?<=.)\.[^.]*$/, '')]);
}

function mentions(text: string, name: string): boolean {
  return wordExpression(name, 'u').test(text);
}

/** For a plain word, matches singular and plural in any case: "errors" matches "Error". */
function matcherFor(name: string): RegExp {
  if (!/^\p{Ll}+$/u.test(name)) return wordExpression(name, 'u');
  return wordExpression(name.replace(/(?:es|s)$/, ''), 'iu', '(?:es|s)?');
}

function wordExpression(name: string, flags: string, ending = ''): RegExp {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}${ending}(?![\\p{L}\\p{N}_])`, flags);
}

/** Returns the names that occur anywhere in base. Reads all blobs of base once. */
async function namesInTree(
  repository: Repository,
  tree: Tree,
  names: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const wanted = new Map([...names].map((name) => [name, matcherFor(name)]));
  const found = new Set<string>();
  if (wanted.size === 0) return found;
  const blobs = [...tree.values()].filter(({ mode }) => mode !== '160000').map(({ oid }) => oid);
  for await (const { bytes } of repository.readBlobs(new Set(blobs))) {
    const text = bytes.toString('utf8');
    for (const [name, expression] of wanted) {
      if (!expression.test(text)) continue;
      found.add(name);
      wanted.delete(name);
    }
    if (wanted.size === 0) break;
  }
  return found;
}
