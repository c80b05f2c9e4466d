import type { IndexEntry } from '../index/index-entry.ts';

/** What a model is asked about: a ticket with the commit that fixed it, or an instance's task. */
export interface Subject extends Pick<IndexEntry, 'key' | 'sha' | 'parent' | 'files'> {
  /** What results are grouped by. */
  readonly tier: string;
  readonly summary: string;
  readonly description: string;
  /** As languages.yaml calls it. */
  readonly language: string;
  /** Extensions of source files, without the dot: the names of such files are looked for in answers. */
  readonly extensions: readonly string[];
  readonly code: CodeSource;
}

/** The code before and after the change. */
export interface CodeSource {
  /** The content of a file at a commit; undefined where the commit has no such file. */
  readonly textAt: (commit: string, path: string) => Promise<string | undefined>;
  /** The change as `git diff` prints it, with line feeds alone. */
  readonly diff: (parent: string, sha: string) => Promise<string>;
}
