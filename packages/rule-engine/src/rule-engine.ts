import type { Digest } from '@refbench/contracts';
import type { AstGrepRule, OpengrepRule, Rule, SourceFile } from './rule.ts';
import type { ScanError } from './scan-result.ts';

export interface PlannedRule<R extends Rule = Rule> {
  readonly rule: R;
  /** Among all rules of the plan. */
  readonly index: number;
}

/** The rules that a file is to be scanned with, in one way. */
export interface Wanted<R extends Rule = Rule> {
  /** Whatever besides the content decides what the rules match in the file: a language, a path. */
  readonly kind: string;
  readonly rules: readonly PlannedRule<R>[];
}

/** A file with what it is to be scanned for. */
export interface ScanUnit<R extends Rule = Rule> extends SourceFile {
  readonly wanted: Wanted<R>;
}

export interface FileMatches {
  /** Of each rule that gave an answer; four 0-based numbers a place: line, column, end line, column. */
  readonly matches: readonly {
    readonly rule: { readonly id: string; readonly index: number };
    readonly places: readonly number[];
  }[];
  readonly errors: readonly ScanError[];
  readonly broken: boolean;
}

/** What came of a unit: it could not be looked at, or the matches of its rules. */
export type ShardResult<U extends ScanUnit> = { readonly unit: U } & (
  | { readonly kind: 'skipped'; readonly reason: string }
  /** No rule can match, so it was not parsed. */
  | { readonly kind: 'ruled-out' }
  | ({ readonly kind: 'scanned' } & FileMatches)
);

export interface ScanTimeouts {
  /** All rules on one file, in one go. */
  readonly fileMs: number;
  /** One rule on one file, when the file failed in one go. */
  readonly ruleMs: number;
}

export interface ScanOptions {
  /** Checked between files; the scan then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeouts?: ScanTimeouts | undefined;
  /** Child processes; as many as there are cores, at most eight, by default. */
  readonly scanners?: number | undefined;
  /** Also parse files that no rule can match, to find those with a syntax error. */
  readonly parseAll?: boolean | undefined;
}

/** How some rules are run on any number of files. */
export interface ScanPlan<R extends Rule = Rule> {
  readonly rules: readonly R[];
  /** Decided by the path alone. */
  wantedFor(file: { readonly path: string; readonly executable?: boolean }): readonly Wanted<R>[];
  /**
   * Tells what came of each unit, in no fixed order. A failure of a rule, a file or the engine is an
   * error of the units that it concerns; only an aborted signal or failing `units` reject.
   */
  scan<U extends ScanUnit<R>>(
    units: AsyncIterable<U>,
    options: ScanOptions,
    onResult: (result: ShardResult<U>) => void,
  ): Promise<void>;
}

/** Runs the rules of one dialect. */
export interface RuleEngine<R extends Rule = Rule> {
  /** Of everything but rules and files that decides a match: a key for cached matches. */
  digest(): Promise<Digest>;
  plan(rules: readonly R[]): ScanPlan<R>;
}

/** One engine for each dialect. */
export interface RuleEngines {
  readonly astGrep: RuleEngine<AstGrepRule>;
  readonly opengrep: RuleEngine<OpengrepRule>;
}
