import type { Instance } from '@refbench/contracts';
import type { HistoryCommit } from '@refbench/repos';
import type { OwnSigns } from './own-signs.ts';
import type { Purpose } from './purpose.ts';

/** A commit that may be a refactoring, with what its message and its trees tell. */
export interface ScreenedCommit {
  readonly commit: HistoryCommit;
  readonly purpose: Purpose;
  /** Paths with code that it changes. A rename has two. */
  readonly codePaths: readonly string[];
}

/** A measured commit, or several in order. */
export interface Change {
  readonly commits: readonly ScreenedCommit[];
  readonly purpose: Purpose;
  readonly signs: OwnSigns;
  readonly language: Instance['language'];
  readonly score: number;
}

/** The first parent and the last commit of a change. */
export function endsOf(commits: readonly ScreenedCommit[]): {
  readonly base: string;
  readonly last: HistoryCommit;
} {
  const [first, last] = [commits[0], commits.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a change without a commit');
  return { base: first.commit.base, last: last.commit };
}
