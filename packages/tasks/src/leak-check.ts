import type { ParsedPatch, Repository } from '@refbench/repos';
import { goldenNames, isPlainWord, type GoldenName } from './golden-names.ts';
import { linkedNumbers } from './linked-numbers.ts';
import { numbersOf, wordsOf } from './name-key.ts';
import { namesInTree, type Usage } from './names-in-tree.ts';
import { mentionsIn, type Mention } from './text-mentions.ts';

/** A part of an open text that only the golden commit contains. */
export interface Leak {
  readonly kind: 'identifier' | 'path' | 'reference';
  /** As golden spells it. */
  readonly name: string;
  /** As the text spells it. */
  readonly spelling: string;
}

/** Shorter names such as lib, src and api are common everywhere. */
const MIN_NAME = 4;
/** So many words of a name in a row are no accident, even as words of a sentence. */
const TELLING_WORDS = 3;

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
 * change (its commit id, or a number that its message contains). Names are found in any spelling:
 * `getCommands`, getcommands, "Get Commands", get-commands and get_commands are the same name.
 */
export async function findLeaks(
  text: string,
  { golden, message, patch }: Secret,
  repository: Repository,
  base: string,
): Promise<readonly Leak[]> {
  const tree = await repository.readTree(base);
  const leaks = new Map<string, Leak>();
  const usages = new Map<string, Usage>();
  const mentions = mentionsIn(text).filter(({ key }) => key.length >= MIN_NAME);
  const keys = new Set(mentions.flatMap(({ key }) => numbersOf(key)));
  const names = goldenNames(patch, tree, keys);
  for (const mention of mentions) {
    const golden = numbersOf(mention.key).flatMap((key) => names.get(key) ?? [])[0];
    if (golden === undefined || leaks.has(golden.name) || !isTelling(mention, golden)) continue;
    leaks.set(golden.name, { ...golden, spelling: mention.spelling });
    usages.set(golden.name, mention.spaced ? 'phrase' : 'name');
  }
  // A name that base contains in any spelling is known to everybody who reads base.
  const known = await namesInTree(repository, tree, usages);
  return [
    ...references(text, golden, message).map(
      (name) => ({ kind: 'reference', name, spelling: name }) as const,
    ),
    ...[...leaks.values()].filter(({ name }) => !known.has(name)),
  ];
}

/**
 * Says whether a place of a text means the name, rather than using the same words by accident. A
 * single word needs a mark unless it names a new file. Several words with spaces need a mark,
 * capital letters, or enough words.
 */
function isTelling({ marked, spaced, titled }: Mention, { kind, name }: GoldenName): boolean {
  if (marked) return true;
  if (isPlainWord(name)) return kind === 'path' && !spaced;
  const words = wordsOf(name);
  if (words.length === 1) return !spaced;
  return !spaced || titled || words.length >= TELLING_WORDS;
}

/** Finds references to the commit, and to the pull request and issues in its message. */
function references(text: string, golden: string, message: string): readonly string[] {
  const secret = new Set(linkedNumbers(message));
  const links = [...text.matchAll(/\/(?:pull|issues)\/(\d{1,7})\b/g)].map(([, n]) => Number(n));
  const numbers = [...new Set([...linkedNumbers(text), ...links])].filter((n) => secret.has(n));
  const commits = (text.match(/\b[0-9a-f]{7,40}\b/g) ?? []).filter((id) => golden.startsWith(id));
  return [...numbers.map((number) => `#${number}`), ...new Set(commits)];
}
