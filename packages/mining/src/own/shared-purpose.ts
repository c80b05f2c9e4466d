import type { Keywords } from '../event-filter/keywords.ts';
import type { ScreenedCommit } from './change.ts';

const WORD = /\p{L}[\p{L}\p{N}_]{3,}/gu;
/** A word in more titles tells nothing about one purpose. */
const MAX_SHARE = 0.02;
const MIN_TITLES = 3;

/** Decides whether two commits have the same purpose. */
export type SharedPurpose = (left: ScreenedCommit, right: ScreenedCommit) => boolean;

/**
 * Two commits share a purpose if they have the same scope (`refactor(api): ...`), a telling word in both
 * titles, or mostly the same files.
 * @param keywords words that name any refactoring, which tell nothing about its purpose
 * @param titles the titles of the whole history, which show what words tell
 * @param commonFiles share of the files of the smaller commit that the other one also changes
 */
export function sharedPurpose(
  titles: readonly string[],
  commonFiles: number,
  { positive }: Pick<Keywords, 'positive'>,
): SharedPurpose {
  const general = new Set(
    [...positive.strong, ...positive.weak].flatMap(({ forms }) => forms.map((form) => form[0])),
  );
  const times = new Map<string, number>();
  for (const title of titles) {
    for (const word of wordsOf(title)) times.set(word, (times.get(word) ?? 0) + 1);
  }
  const most = Math.max(MIN_TITLES, MAX_SHARE * titles.length);
  const telling = (title: string): readonly string[] =>
    [...wordsOf(title)].filter((word) => !general.has(word) && (times.get(word) ?? 0) <= most);
  return (left, right) => {
    if (left.purpose.scope !== undefined && left.purpose.scope === right.purpose.scope) return true;
    const words = telling(left.purpose.title);
    if (telling(right.purpose.title).some((word) => words.includes(word))) return true;
    return commonShare(left.codePaths, right.codePaths) >= commonFiles;
  };
}

function wordsOf(title: string): ReadonlySet<string> {
  return new Set(title.toLowerCase().match(WORD) ?? []);
}

function commonShare(left: readonly string[], right: readonly string[]): number {
  const others = new Set(right);
  const smaller = Math.min(left.length, right.length);
  return smaller === 0 ? 0 : left.filter((path) => others.has(path)).length / smaller;
}
