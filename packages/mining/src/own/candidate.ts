import type { Instance } from '@refbench/contracts';
import type { Measures } from '../diff-filter/measures.ts';

/** A change in the history of one repository that looks like a refactoring. */
export interface OwnCandidate {
  /**
   * One commit, the merge of a branch (its difference to the first parent), or consecutive commits of
   * one author with one purpose.
   */
  readonly kind: 'commit' | 'merge' | 'range';
  /** First parent of the first commit. */
  readonly base: string;
  /** The commit; of a range its last commit. */
  readonly last: string;
  /** The commits of a range in order; one entry otherwise. */
  readonly commits: readonly string[];
  /** Committer time of `last` in seconds since 1970. */
  readonly time: number;
  readonly title: string;
  readonly body: string;
  readonly language: Instance['language'];
  readonly measures: Measures;
  /** In 0..1. It orders the candidates of one repository and means nothing alone. */
  readonly score: number;
  /** Why it is in its place, in short sentences for people. */
  readonly evidence: readonly string[];
}

/** A commit that was measured, or had enough files, and is no candidate. */
export interface OwnRejection {
  readonly commit: string;
  readonly title: string;
  readonly reason: string;
}

/** What was found in the history of one repository. */
export interface OwnSearch {
  /** Number of commits read along first parents. */
  readonly read: number;
  /** Best first. */
  readonly candidates: readonly OwnCandidate[];
  readonly rejected: readonly OwnRejection[];
}
