import type { Digest, RulesetSide } from '@refbench/contracts';
import type { Language } from './language.ts';
import type { PathScope } from './path-scope.ts';

/** What the native engine compiles: ast-grep's rule object with its local helpers. */
export interface Matcher {
  readonly rule: Readonly<Record<string, unknown>>;
  readonly constraints?: Readonly<Record<string, unknown>>;
  readonly utils?: Readonly<Record<string, unknown>>;
}

interface RuleBase {
  readonly id: string;
  readonly side: RulesetSide;
  readonly message: string;
  /** Where it is written, for messages. */
  readonly file: string;
  /** Of what it matches and where. */
  readonly digest: Digest;
  /** Of what it matches, whatever the path: with a blob, a key for cached matches. */
  readonly matchDigest: Digest;
}

/** One ast-grep rule, checked and ready to scan with. */
export interface AstGrepRule extends RuleBase {
  readonly dialect: 'ast-grep';
  /** As ast-grep names it, e.g. `TypeScript`, `Tsx`, `JavaScript`. */
  readonly language: Language;
  readonly matcher: Matcher;
  /** Its `files` and `ignores`. */
  readonly scope: PathScope;
}

/** One OpenGrep rule. OpenGrep itself checks it when it runs. */
export interface OpengrepRule extends RuleBase {
  readonly dialect: 'opengrep';
  /** As the rule names them, e.g. `js`, `golang`, `generic`. */
  readonly languages: readonly string[];
  /** The globs of its `paths`; empty where the rule looks at every path. */
  readonly pathGlobs: readonly string[];
  /** The rule as it is written. */
  readonly definition: Readonly<Record<string, unknown>>;
}

export type Rule = AstGrepRule | OpengrepRule;

export interface Ruleset {
  readonly additive: readonly Rule[];
  readonly reductive: readonly Rule[];
  /** Of all rules' meaning, independent of file order and formatting of the directory. */
  readonly digest: Digest;
}

/** A file of a tree in memory; `path` is text for people and for globs of paths. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: Buffer;
  /** OpenGrep looks at the first line of an executable file for the program that runs it. */
  readonly executable?: boolean;
}

/** The languages of a rule, for people. */
export function languagesOf(rule: Rule): readonly string[] {
  return rule.dialect === 'ast-grep' ? [rule.language] : rule.languages;
}

/** What a rule looks for, as it is written. */
export function matchingPart(rule: Rule): object {
  if (rule.dialect === 'ast-grep') return rule.matcher;
  const { metadata: _metadata, ...definition } = rule.definition;
  return definition;
}
