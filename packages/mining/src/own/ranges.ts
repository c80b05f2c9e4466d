import type { Change } from './change.ts';
import type { OwnRules } from './own-rules.ts';
import type { Purpose } from './purpose.ts';
import type { SharedPurpose } from './shared-purpose.ts';

const SECONDS_PER_DAY = 86_400;

/**
 * Groups consecutive commits of one author with one purpose, each of which looks like a refactoring.
 * @param changes single measured commits, oldest first; undefined stands for any other commit
 */
export function rangesOf(
  changes: readonly (Change | undefined)[],
  isShared: SharedPurpose,
  rules: OwnRules['ranges'],
): readonly (readonly Change[])[] {
  const ranges: Change[][] = [];
  let open: Change[] = [];
  for (const change of [...changes, undefined]) {
    const fits = change !== undefined && looksLikeRefactoring(change, rules.min_score);
    if (fits && open.length < rules.max_commits && continues(open, change, isShared, rules)) {
      open.push(change);
      continue;
    }
    if (open.length > 1) ranges.push(open);
    open = fits ? [change] : [];
  }
  return ranges;
}

function looksLikeRefactoring({ score, purpose, commits }: Change, minScore: number): boolean {
  const isMerge = commits.some(({ commit }) => commit.merged !== undefined);
  return !isMerge && score >= minScore && purpose.doubt === 0;
}

function continues(
  open: readonly Change[],
  change: Change,
  isShared: SharedPurpose,
  rules: OwnRules['ranges'],
): boolean {
  const [before, now] = [open.at(-1)?.commits[0], change.commits[0]];
  if (before === undefined || now === undefined) return false;
  const seconds = Math.abs(now.commit.time - before.commit.time);
  if (before.commit.golden !== now.commit.base) return false;
  if (before.commit.author !== now.commit.author) return false;
  if (seconds > rules.max_days * SECONDS_PER_DAY) return false;
  return open.some(({ commits }) => commits.some((commit) => isShared(commit, now)));
}

/** The purpose of a range: the title of its best commit, and the titles of all as the body. */
export function purposeOfRange(range: readonly Change[]): Purpose {
  const [best] = range.toSorted((a, b) => b.score - a.score);
  if (best === undefined) throw new Error('a range without a commit');
  const messages = range.map(({ purpose }) => purpose.message);
  return {
    ...best.purpose,
    body: range.map(({ purpose }) => `- ${purpose.title}`).join('\n'),
    message: messages.reduce((total, each) => total + each, 0) / messages.length,
    doubt: Math.max(...range.map(({ purpose }) => purpose.doubt)),
  };
}
