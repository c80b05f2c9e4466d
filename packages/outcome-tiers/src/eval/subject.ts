import type { IndexEntry } from '../index/index-entry.ts';

/**
 * The subject of a question: a ticket with the commit that fixed it, or the task of an instance.
 */
export interface Subject extends Pick<IndexEntry, 'key' | 'sha' | 'parent' | 'files'> {
  /** The group of the result. */
  readonly tier: string;
  readonly summary: string;
  readonly description: string;
  /** Name of the language in languages.yaml. */
  readonly language: string;
  /**
   * Extensions of source files, without the dot. Answers are searched for the names of such files.
   */
  readonly extensions: readonly string[];
  readonly code: CodeSource;
}

/** The code before and after the change. */
export interface CodeSource {
  /** Returns the content of a file at a commit. Undefined if it does not exist there. */
  readonly textAt: (commit: string, path: string) => Promise<string | undefined>;
  /**
   * Returns the exact content of a file, with its line breaks. Undefined if it does not exist or is not
   * UTF-8. Without this function, `textAt` serves.
   */
  readonly rawAt?: (commit: string, path: string) => Promise<string | undefined>;
  /** Returns the change in the format of `git diff`, with line feeds as line breaks. */
  readonly diff: (parent: string, sha: string) => Promise<string>;
}
