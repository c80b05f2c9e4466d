import type { Digest } from '@refbench/contracts';
import type { AstGrepRule, OpengrepRule, Rule, SourceFile } from '../rule/rule.ts';
import type { ScanError } from './scan-result.ts';

export interface PlannedRule<R extends Rule = Rule> {
  readonly rule: R;
  /** Index among all rules of the plan. */
  readonly index: number;
}

/** The rules for one kind of scan of a file. */
export interface Wanted<R extends Rule = Rule> {
  /** Anything besides the content that determines matches in the file, such as a language or a path. */
  readonly kind: string;
  readonly rules: readonly PlannedRule<R>[];
}

/** A file with the rules to scan it with. */
export interface ScanUnit<R extends Rule = Rule> extends SourceFile {
  readonly wanted: Wanted<R>;
}

export interface FileMatches {
  /**
   * Matches of each rule that succeeded, four 0-based numbers per match: line, column, end line, end
   * column.
   */
  readonly matches: readonly {
    readonly rule: { readonly id: string; readonly index: number };
    readonly places: readonly number[];
  }[];
  readonly errors: readonly ScanError[];
  readonly broken: boolean;
}

/** The result of a unit: skipped, ruled out, or the matches of its rules. */
export type ShardResult<U extends ScanUnit> = { readonly unit: U } & (
  | { readonly kind: 'skipped'; readonly reason: string }
  /** No rule can match, so it was not parsed. */
  | { readonly kind: 'ruled-out' }
  | ({ readonly kind: 'scanned' } & FileMatches)
);

export interface ScanTimeouts {
  /** Timeout for all rules on one file. */
  readonly fileMs: number;
  /** Timeout for one rule on one file, used after the combined scan failed. */
  readonly ruleMs: number;
}

export interface ScanOptions {
  /** Checked between files. If it is aborted, the scan rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeouts?: ScanTimeouts | undefined;
  /** Number of child processes. The default is the number of cores, at most eight. */
  readonly scanners?: number | undefined;
  /** Also parse files that no rule can match, to find syntax errors. */
  readonly parseAll?: boolean | undefined;
}

/** A plan for running rules on any number of files. */
export interface ScanPlan<R extends Rule = Rule> {
  readonly rules: readonly R[];
  /** Selects rules by the path only. */
  wantedFor(file: { readonly path: string; readonly executable?: boolean }): readonly Wanted<R>[];
  /**
   * Reports the result of each unit in any order. A failure of a rule, a file or the engine is an
   * error of the affected units. Only an aborted signal or failing `units` reject.
   */
  scan<U extends ScanUnit<R>>(
    units: AsyncIterable<U>,
    options: ScanOptions,
    onResult: (result: ShardResult<U>) => void,
  ): Promise<void>;
}

/** Runs the rules of one dialect. */
export interface RuleEngine<R extends Rule = Rule> {
  /** Digest of everything except rules and files that determines matches, used as a cache key. */
  digest(): Promise<Digest>;
  plan(rules: readonly R[]): ScanPlan<R>;
}

/** One engine for each dialect. */
export interface RuleEngines {
  readonly astGrep: RuleEngine<AstGrepRule>;
  readonly opengrep: RuleEngine<OpengrepRule>;
}
