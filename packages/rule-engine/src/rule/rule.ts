import type { Digest, RulesetSide } from '@refbench/contracts';
import type { Language } from '@refbench/code-facts';
import type { PathScope } from './path-scope.ts';
import type { Within } from './within.ts';

/** The input of the native engine: ast-grep's rule object with its local utilities. */
export interface Matcher {
  readonly rule: Readonly<Record<string, unknown>>;
  readonly constraints?: Readonly<Record<string, unknown>>;
  readonly utils?: Readonly<Record<string, unknown>>;
}

interface RuleBase {
  readonly id: string;
  readonly side: RulesetSide;
  readonly message: string;
  /** The source file, for messages. */
  readonly file: string;
  /** Digest of what it matches and where. */
  readonly digest: Digest;
  /** Where its matches count. Only additive rules have it. */
  readonly within?: Within;
  /**
   * Digest of what it matches, independent of paths. Together with a blob, it is a key for cached
   * matches.
   */
  readonly matchDigest: Digest;
}

/** One ast-grep rule, checked and ready to scan with. */
export interface AstGrepRule extends RuleBase {
  readonly dialect: 'ast-grep';
  /** ast-grep's name of the language, e.g. `TypeScript`, `Tsx`, `JavaScript`. */
  readonly language: Language;
  readonly matcher: Matcher;
  /** The paths that it applies to, from `files` and `ignores`. */
  readonly scope: PathScope;
}

/** One OpenGrep rule. OpenGrep itself checks it when it runs. */
export interface OpengrepRule extends RuleBase {
  readonly dialect: 'opengrep';
  /** Languages as named in the rule, e.g. `js`, `golang`, `generic`. */
  readonly languages: readonly string[];
  /** The globs of its `paths`; empty if the rule applies to every path. */
  readonly pathGlobs: readonly string[];
  /** The original rule. */
  readonly definition: Readonly<Record<string, unknown>>;
}

export type Rule = AstGrepRule | OpengrepRule;

export interface Ruleset {
  readonly additive: readonly Rule[];
  readonly reductive: readonly Rule[];
  /** Digest of the meaning of all rules, independent of file order and formatting. */
  readonly digest: Digest;
}

/** A file of a tree in memory. `path` is used for messages and globs. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: Buffer;
  /** OpenGrep reads the interpreter in the first line of executable files. */
  readonly executable?: boolean;
}

/** Returns the languages of a rule, for messages. */
export function languagesOf(rule: Rule): readonly string[] {
  return rule.dialect === 'ast-grep' ? [rule.language] : rule.languages;
}

/** Returns the part of a rule that determines matches, as written. */
export function matchingPart(rule: Rule): object {
  if (rule.dialect === 'ast-grep') return rule.matcher;
  const { metadata: _metadata, ...definition } = rule.definition;
  return definition;
}
