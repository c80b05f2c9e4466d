import type { Digest, RulesetSide } from '@refbench/contracts';
import type { Language } from './language.ts';
import type { OpengrepRule } from './opengrep/import/rule-files.ts';
import type { PathScope } from './path-scope.ts';

/** What the native engine compiles: ast-grep's rule object with its local helpers. */
export interface Matcher {
  readonly rule: Readonly<Record<string, unknown>>;
  readonly constraints?: Readonly<Record<string, unknown>>;
  readonly utils?: Readonly<Record<string, unknown>>;
}

/** One ast-grep rule, checked and ready to scan with. */
export interface Rule {
  readonly id: string;
  readonly side: RulesetSide;
  /** As ast-grep names it, e.g. `TypeScript`, `Tsx`, `JavaScript`. */
  readonly language: Language;
  readonly message: string;
  /** Where it is written, for messages. */
  readonly file: string;
  readonly matcher: Matcher;
  /** Its `files` and `ignores`. */
  readonly scope: PathScope;
  /** Of what it matches and where: not of its id, side or texts. A key for cached matches. */
  readonly digest: Digest;
  /** Of a rule in OpenGrep's language: what is looked for stands here, and `matcher` is empty. */
  readonly opengrep?: OpengrepRule;
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
  /** OpenGrep takes an executable file without an extension for what its `#!` line names. */
  readonly executable?: boolean;
}
