import { countOf } from '@refbench/base';
import type {
  Integrity,
  OriginalTests,
  Score,
  TestsByName,
  ThreeWay,
  Verdict,
} from '@refbench/contracts';
import {
  addedLines,
  displayPath,
  parsePatch,
  removedLines,
  type ChangedLines,
} from '@refbench/repos';
import { followedRules } from '@refbench/rule-engine';
import { instructionFollowing, pass, precision, type ChangedLine } from '@refbench/scoring';
import { instanceFaultOf } from './instance-fault.ts';
import { composeIntegrity } from '../integrity/compose-integrity.ts';
import { passStrict } from '@refbench/suites';
import { gradedIfr } from './graded-ifr.ts';
import { lackingText, type MissingDependencies } from './missing-dependencies.ts';
import { reductiveEvidence } from './reductive-evidence.ts';
import type { ScoreOptions } from './score-subject.ts';

/** Why figures are missing or zero, by the name of the figure. */
type Reasons = Readonly<Record<string, string>>;

/** A part of a score, and the reasons for what is missing or zero in it. */
export interface Explained<T> {
  readonly value: T;
  readonly reasons: Reasons;
}

/** A figure that is undefined on both sides and in total. */
export const UNDEFINED_FIGURE = { additive: null, reductive: null, total: null } as const;

/** Attributes the result. The instance comes first: an unsound baseline allows no other verdict. */
export function verdictOf(options: ScoreOptions): Verdict {
  if (instanceFaultOf(options) !== undefined) return 'instance';
  if (missingIn(options)?.responsible === 'instance') return 'instance';
  return options.outcome.kind === 'infra-failed' || options.subject.kind === 'infra'
    ? 'infra'
    : 'model';
}

function missingIn({ subject }: ScoreOptions): MissingDependencies | undefined {
  return subject.kind === 'measured' ? subject.missing : undefined;
}

function lackingOf(options: ScoreOptions): string | undefined {
  const missing = missingIn(options);
  return missing === undefined ? undefined : lackingText(missing.packages);
}

/** Counts followed rules as published. A reason names reductive rules that count as matching. */
export function rulesPart({ prepared, subject }: ScoreOptions): Explained<Score['rules']> {
  const { ruleset } = prepared;
  if (subject.kind !== 'measured') {
    const value = {
      additive: { matched: 0, total: ruleset.additive.length },
      reductive: { unmatched: 0, total: ruleset.reductive.length },
    };
    return { value, reasons: {} };
  }
  const hidden = subject.strict?.hidden ?? [];
  const { counts, uncertain } = followedRules(ruleset, subject.scan, hidden);
  const [first] = uncertain.values();
  if (first === undefined) return { value: counts, reasons: {} };
  const rules =
    `${countOf(uncertain.size, 'reductive rule')} counted as matched, because a file could not be scanned: ` +
    `${first.file}: ${first.reason}`;
  return { value: counts, reasons: { rules } };
}

/** Integrity of the result. A result without a patch needs no checks. */
export function integrityPart(
  { subject, controls, provisional }: ScoreOptions,
  verdict: Verdict,
): Integrity {
  const integrity =
    subject.kind === 'measured' ? subject.integrity : composeIntegrity(controls, []);
  // Only results of the model are ranked, and only with the complete baseline of this host.
  const ranked = verdict === 'model' && provisional === undefined;
  return ranked ? integrity : { ...integrity, ranked: false };
}

/** Pass, and the reason why it is missing or void. */
export function passPart(
  options: ScoreOptions,
  verdict: Verdict,
  voided: string | undefined,
): Explained<0 | 1 | null> {
  const { subject, baseline } = options;
  const patch = subject.kind === 'measured' ? {} : { patch: subject.reason };
  switch (verdict) {
    case 'infra':
      return {
        value: null,
        reasons: { ...patch, pass: 'the machine failed, not the model; run it again' },
      };
    case 'instance': {
      const fault = instanceFaultOf(options) ?? lackingOf(options);
      return { value: null, reasons: fault === undefined ? patch : { ...patch, pass: fault } };
    }
    case 'model': {
      const untested = reasonWithoutTests(options);
      if (baseline === null) return { value: null, reasons: { ...patch, pass: untested } };
      if (voided !== undefined) return { value: 0, reasons: { ...patch, pass: voided } };
      const value =
        subject.kind === 'measured' && subject.tests !== null
          ? pass(subject.tests, baseline.bounds)
          : 0;
      const lacking = lackingOf(options);
      return { value, reasons: lacking === undefined ? patch : { ...patch, pass: lacking } };
    }
  }
}

/** Says that there are no tests, and why. */
function reasonWithoutTests({ prepared }: ScoreOptions): string {
  return `the instance has no tests: ${prepared.instance.no_tests ?? 'no reason is given'}`;
}

/** Test counts with the bounds of the baseline. Without tests, all bounds are null. */
export function testsPart({ subject, baseline }: ScoreOptions): Explained<Score['tests']> {
  const missing = subject.kind === 'measured' ? (subject.named?.missing.length ?? null) : null;
  const { p_min = null, f_max = null } = baseline?.bounds ?? {};
  const bounds = { p_min, f_max, missing };
  const none = { passed: 0, failed: 0, skipped: 0, total: 0, ...bounds };
  if (subject.kind !== 'measured' || subject.tests === null) return { value: none, reasons: {} };
  if (subject.tests.kind === 'counted') {
    return { value: { ...subject.tests.counts, ...bounds }, reasons: {} };
  }
  return { value: none, reasons: { tests: subject.tests.reason } };
}

/** IFR. It has no value without a model's result, and is undefined without rules. */
export function ifrPart(
  rules: Score['rules'],
  passed: Explained<0 | 1 | null>,
  verdict: Verdict,
): Explained<ThreeWay> {
  if (verdict !== 'model') {
    return { value: UNDEFINED_FIGURE, reasons: { ifr: passed.reasons['pass'] ?? 'not scored' } };
  }
  const value = instructionFollowing(rules);
  if (hasRules(rules)) return { value, reasons: {} };
  const reason = 'the instance has no rules yet';
  return { value, reasons: { ifr: reason, precision: reason } };
}

/** Whether the instance has any rules. */
export function hasRules({ additive, reductive }: Score['rules']): boolean {
  return additive.total + reductive.total > 0;
}

/** Graded IFR. A missing patch follows no rule. */
export function gradedPart(
  { subject, prepared, reference }: ScoreOptions,
  ifr: Explained<ThreeWay>,
  verdict: Verdict,
): Explained<number | null> {
  const value =
    verdict !== 'model'
      ? null
      : subject.kind === 'measured'
        ? gradedIfr(prepared.ruleset, reference, subject.scan)
        : 0;
  if (value !== null) return { value, reasons: {} };
  const reason = ifr.reasons['ifr'] ?? 'not every rule was run on every file';
  return { value, reasons: { graded_ifr: reason } };
}

/**
 * Strict IFR, which never exceeds the published one: shares of rules that still match must not make a
 * patch better than it is by the figure of the paper. A patch that could not be measured keeps the
 * published zeros.
 */
export function strictPart({ subject }: ScoreOptions, published: ThreeWay): Explained<ThreeWay> {
  if (subject.kind !== 'measured') return { value: published, reasons: {} };
  const following = subject.strict?.following;
  if (following !== undefined) return { value: atMost(following.ifr, published), reasons: {} };
  return {
    value: UNDEFINED_FIGURE,
    reasons: { ifr_strict: 'the patch cannot be compared line by line' },
  };
}

function atMost(figure: ThreeWay, bound: ThreeWay): ThreeWay {
  const smaller = (value: number | null, most: number | null): number | null =>
    value === null || most === null ? value : Math.min(value, most);
  return {
    additive: smaller(figure.additive, bound.additive),
    reductive: smaller(figure.reductive, bound.reductive),
    total: smaller(figure.total, bound.total),
  };
}

/** Strict Pass, which compares tests by name. */
export function passStrictPart(
  options: ScoreOptions,
  verdict: Verdict,
): Explained<Score['pass_strict']> {
  const { subject } = options;
  if (verdict !== 'model') return { value: null, reasons: {} };
  if (options.baseline === null) {
    return { value: null, reasons: { pass_strict: reasonWithoutTests(options) } };
  }
  if (
    subject.kind !== 'measured' ||
    subject.tests === null ||
    subject.tests.kind === 'no-verdict'
  ) {
    return { value: 0, reasons: {} };
  }
  const { original } = subject;
  if (original !== undefined) return passOfOriginals(original);
  const named: TestsByName | null = subject.named;
  if (named !== null) return { value: passStrict(named), reasons: {} };
  return { value: null, reasons: { pass_strict: 'the suite does not name its tests' } };
}

/** Pass strict of a patch that touches test files. Only the original tests count. */
function passOfOriginals({
  missing,
  failing,
  own_form: own,
}: OriginalTests): Explained<Score['pass_strict']> {
  const [first] = [...failing, ...missing];
  if (first !== undefined) {
    const count = failing.length + missing.length;
    const pass_strict = `${countOf(count, 'original test')} failed on the patched tree, among them ${first}`;
    return { value: 0, reasons: { pass_strict } };
  }
  if (own.length === 0) return { value: 1, reasons: {} };
  const pass_strict =
    `the patch's form counts for ${countOf(own.length, 'test')} that golden changed, because golden's form ` +
    `does not run on the patched tree, among them ${own[0]}`;
  return { value: 1, reasons: { pass_strict } };
}

interface LineFigures {
  readonly precision: Score['precision'];
  readonly size: Score['size'];
}

/** Precision, and the number of lines that count. Neither is known for an unreadable patch. */
export function linesPart(options: ScoreOptions): Explained<LineFigures> {
  const { subject, prepared } = options;
  const unknown = (reason: string): Explained<LineFigures> => ({
    value: { precision: UNDEFINED_FIGURE, size: null },
    reasons: { precision: reason },
  });
  if (subject.kind !== 'measured') return unknown('there is no patch to measure');
  const parsed = parsePatch(subject.canonical);
  if (parsed.kind === 'rejected') return unknown(parsed.reason);
  const additive = new Set(prepared.ruleset.additive.map((rule) => rule.id));
  const reductive = new Set(prepared.ruleset.reductive.map((rule) => rule.id));
  const { value, counts, reasons } = precision({
    added: patchLines(addedLines(parsed)),
    removed: patchLines(removedLines(parsed)),
    additive: subject.scan.witnesses.filter((witness) => additive.has(witness.rule)),
    reductive: options.baseScan.witnesses.filter((witness) => reductive.has(witness.rule)),
    comments: subject.strict?.comments,
  });
  const [added, removed] = [counts.additive.total, counts.reductive.total];
  return { value: { precision: value, size: { lines: added + removed, added, removed } }, reasons };
}

/** Why reductive rules stopped matching. */
export function evidencePart(
  { subject, prepared, baseScan }: ScoreOptions,
  verdict: Verdict,
): Score['reductive_by'] {
  if (verdict !== 'model' || subject.kind !== 'measured') return null;
  return reductiveEvidence({
    reductive: prepared.ruleset.reductive,
    base: baseScan,
    patched: subject.scan,
    patch: subject.canonical,
  });
}

function patchLines(lines: ChangedLines): ChangedLine[] {
  return [...lines].flatMap(([path, byNumber]) =>
    [...byNumber].map(([line, text]) => ({ path: displayPath(path), line, text })),
  );
}
