import type { Digest, RulesetSide } from '@refbench/contracts';

/** One ast-grep rule, checked and ready to scan with. */
export interface Rule {
  readonly id: string;
  readonly side: RulesetSide;
  /** As ast-grep names it, e.g. `TypeScript`, `Tsx`, `JavaScript`. */
  readonly language: string;
  readonly message: string;
  readonly file: string;
}

export interface Ruleset {
  readonly additive: readonly Rule[];
  readonly reductive: readonly Rule[];
  /** Of all rules' meaning, independent of file order and formatting of the directory. */
  readonly digest: Digest;
}

/** A file of a tree in memory; `path` is text for people and for `files`/`ignores` globs. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: Buffer;
}
