import {
  TOOL_VERSION,
  type AttemptUsage,
  type Baseline,
  type ControlsLevel,
  type ControlsReport,
  type Integrity,
  type Limits,
  type Outcome,
  type PlanAdherence,
  type Score,
  type TestRun,
  type TestsByName,
  type ThreeWay,
  type Verdict,
} from '@refbench/contracts';
import { sha256OfBytes } from '@refbench/files';
import {
  addedLines,
  displayPath,
  parsePatch,
  removedLines,
  type ChangedLines,
} from '@refbench/repos';
import {
  followedRules,
  type Ruleset,
  type ScanCounts,
  type StrictMeasurement,
} from '@refbench/rule-engine';
import {
  alignment,
  instructionFollowing,
  pass,
  precision,
  type ChangedLine,
} from '@refbench/scoring';
import { gradedIfr } from './graded-ifr.ts';
import { baselineDigest, baselineFault } from '../calibration/baseline-store.ts';
import { composeIntegrity, voidReason } from '../integrity/compose-integrity.ts';
import { passStrict } from '../named-tests/compare-tests.ts';
import { faultsDigest } from '../planted-faults/faults-file.ts';
import type { PreparedInstance } from '../instance/prepared-instance.ts';
import { repeatField } from '../run/repeats.ts';
import { reductiveEvidence } from './reductive-evidence.ts';
import type { TreeScan } from './tree-scan.ts';

/** What the score is of: a patch with its measurements, or no patch with the reason. */
export type ScoreSubject =
  | {
      readonly kind: 'measured';
      readonly patch: Buffer;
      /** The same change in git's own words: a given patch may name lines a little off. */
      readonly canonical: Buffer;
      readonly tests: TestRun;
      /** Null where base and golden do not name their tests. */
      readonly named: TestsByName | null;
      readonly scan: TreeScan;
      readonly integrity: Integrity;
      /** What further runs of the suite showed; null where there were none. */
      readonly controls: ControlsReport | null;
      readonly strict?: StrictMeasurement | undefined;
    }
  /** A patch that is missing, or does not parse or apply: the model's own zero. */
  | { readonly kind: 'no-patch'; readonly patch: Buffer; readonly reason: string }
  /** Nothing was measured, through no fault of the model. */
  | { readonly kind: 'infra'; readonly patch: Buffer; readonly reason: string };

export interface ScoreOptions {
  readonly prepared: PreparedInstance;
  readonly agent: string;
  readonly attempt: number;
  /** Which of the run's independent attempts this is, from 1; 1 when absent. */
  readonly repeat?: number;
  readonly outcome: Outcome;
  /** Undefined where the agent needs no model. */
  readonly usage?: AttemptUsage | undefined;
  readonly warnings?: readonly string[] | undefined;
  /** Of the container that the patch was made in. */
  readonly attemptLimits?: Limits | undefined;
  /** In the modes with plans. */
  readonly planned?: PlanAdherence | undefined;
  readonly subject: ScoreSubject;
  /** How much of the integrity checking was asked for. */
  readonly controls: ControlsLevel;
  readonly baseline: Baseline;
  readonly baseScan: TreeScan;
  /** Matches that graded IFR compares with. */
  readonly reference: ScanCounts;
  /** Why the instance cannot be scored on this host, apart from its baseline. */
  readonly instanceFault: string | undefined;
}

/** Puts measurements together into score.json; every null has its reason. */
export function scorePatch(options: ScoreOptions): Score {
  const { prepared, subject, baseline } = options;
  const reasons: Record<string, string> = {};
  const verdict = verdictOf(options);
  const counts =
    subject.kind === 'measured'
      ? countRules(prepared.ruleset, subject, reasons)
      : {
          additive: { matched: 0, total: prepared.ruleset.additive.length },
          reductive: { unmatched: 0, total: prepared.ruleset.reductive.length },
        };
  const integrity = integrityOf(options, verdict);
  const voided = verdict === 'model' ? voidReason(integrity) : undefined;
  if (voided !== undefined) reasons['pass'] = voided;
  const counted = verdict === 'model' ? passOf(subject, baseline) : null;
  const passed = voided === undefined ? counted : 0;
  if (subject.kind !== 'measured') reasons['patch'] = subject.reason;
  if (verdict === 'infra') reasons['pass'] = 'the machine failed, not the model; run it again';
  const fault = instanceFaultOf(options);
  if (verdict === 'instance' && fault !== undefined) reasons['pass'] = fault;
  const tests = testsOf(subject, baseline, reasons);
  const ifr = verdict === 'model' ? instructionFollowing(counts) : NOTHING;
  if (verdict !== 'model') reasons['ifr'] = reasons['pass'] ?? 'not scored';
  const ruled = counts.additive.total + counts.reductive.total > 0;
  if (verdict === 'model' && !ruled) {
    reasons['ifr'] = 'the instance has no rules yet';
    reasons['precision'] = reasons['ifr'];
  }
  const graded = verdict === 'model' ? gradedOf(options) : null;
  if (graded === null) {
    reasons['graded_ifr'] = reasons['ifr'] ?? 'not every rule was run on every file';
  }
  const strict = verdict === 'model' && ruled ? strictOf(options, ifr, reasons) : NOTHING;
  const passedStrictly = voided === undefined ? passStrictOf(subject, verdict, reasons) : 0;
  const lines = measureLines(options, ruled ? reasons : {});
  return {
    schema: 1,
    instance: prepared.instance.id,
    agent: options.agent,
    attempt: options.attempt,
    ...repeatField(options.repeat ?? 1),
    outcome: options.outcome,
    verdict,
    tests,
    pass: passed,
    pass_strict: passedStrictly,
    ifr,
    ifr_strict: strict,
    alignment_strict: alignment(passed === 0 ? 0 : (passedStrictly ?? passed), strict),
    integrity,
    controls: subject.kind === 'measured' ? subject.controls : null,
    alignment: passed === null ? NOTHING : alignment(passed, ifr),
    precision: verdict === 'model' && ruled ? lines.precision : NOTHING,
    rules: counts,
    size: verdict === 'model' ? lines.size : null,
    digests: {
      patch: sha256OfBytes(subject.patch),
      image: prepared.environment.imageId,
      recipe: prepared.environment.recipeDigest,
      ruleset: prepared.ruleset.digest,
      baseline: baselineDigest(baseline),
      faults: faultsDigest(prepared.faults),
      tool: TOOL_VERSION,
    },
    reasons,
    ...(options.attemptLimits === undefined ? {} : { limits: limitsOf(options.attemptLimits) }),
    ...(options.planned === undefined ? {} : { plan: options.planned }),
    ...(options.usage === undefined ? {} : { usage: options.usage }),
    ...(options.warnings === undefined ? {} : { warnings: options.warnings }),
    /** Beside the paper's figures: the share of witnesses that are as golden has them. */
    graded_ifr: graded,
    reductive_by: verdict === 'model' ? evidenceOf(options) : null,
    /** Files of the patched tree with syntax errors, and source files that no rule was run on. */
    syntax_broken: subject.kind === 'measured' ? subject.scan.broken : [],
    not_scanned: subject.kind === 'measured' ? subject.scan.skipped : [],
  };
}

/** The published counts; why some reductive rules count as matching goes into the reasons. */
function countRules(
  ruleset: Ruleset,
  { scan, strict }: { readonly scan: TreeScan; readonly strict?: StrictMeasurement | undefined },
  reasons: Record<string, string>,
): Score['rules'] {
  const { counts, uncertain } = followedRules(ruleset, scan, strict?.hidden ?? []);
  const [first] = uncertain.values();
  if (first !== undefined) {
    reasons['rules'] =
      `${uncertain.size} reductive rule(s) count as matched, because a file could not be scanned: ` +
      `${first.file}: ${first.reason}`;
  }
  return counts;
}

/** Strict figures of a patch that could be read; of any other they are the published zeros. */
function strictOf(
  { subject }: ScoreOptions,
  published: ThreeWay,
  reasons: Record<string, string>,
): ThreeWay {
  if (subject.kind !== 'measured') return published;
  const following = subject.strict?.following;
  if (following === undefined) reasons['ifr_strict'] = 'the patch cannot be compared line by line';
  return following?.ifr ?? NOTHING;
}

/** The limits that decide what an agent can do. */
function limitsOf({ wall_clock_ms, cpus, memory_bytes }: Limits): Score['limits'] {
  return { wall_clock_ms, cpus, memory_bytes };
}

/** A missing patch follows nothing. */
function gradedOf({ subject, prepared, reference }: ScoreOptions): number | null {
  return subject.kind === 'measured' ? gradedIfr(prepared.ruleset, reference, subject.scan) : 0;
}

function evidenceOf({ subject, prepared, baseScan }: ScoreOptions): Score['reductive_by'] {
  if (subject.kind !== 'measured') return null;
  return reductiveEvidence({
    reductive: prepared.ruleset.reductive,
    base: baseScan,
    patched: subject.scan,
    patch: subject.canonical,
  });
}

const NOTHING = { additive: null, reductive: null, total: null } as const;

/** Whose result this is. The instance comes first: without a sound baseline nothing can be said. */
function verdictOf(options: ScoreOptions): Verdict {
  if (instanceFaultOf(options) !== undefined) return 'instance';
  return options.outcome.kind === 'infra-failed' || options.subject.kind === 'infra'
    ? 'infra'
    : 'model';
}

function instanceFaultOf(options: ScoreOptions): string | undefined {
  return options.instanceFault ?? baselineFault(options.baseline);
}

function passOf(subject: ScoreSubject, baseline: Baseline): 0 | 1 {
  return subject.kind === 'measured' ? pass(subject.tests, baseline.bounds) : 0;
}

function passStrictOf(
  subject: ScoreSubject,
  verdict: Verdict,
  reasons: Record<string, string>,
): Score['pass_strict'] {
  if (verdict !== 'model') return null;
  if (subject.kind !== 'measured' || subject.tests.kind === 'no-verdict') return 0;
  if (subject.named !== null) return passStrict(subject.named);
  reasons['pass_strict'] = 'the suite does not name its tests';
  return null;
}

function testsOf(
  subject: ScoreSubject,
  baseline: Baseline,
  reasons: Record<string, string>,
): Score['tests'] {
  const missing = subject.kind === 'measured' ? (subject.named?.missing.length ?? null) : null;
  const bounds = { p_min: baseline.bounds.p_min, f_max: baseline.bounds.f_max, missing };
  const none = { passed: 0, failed: 0, skipped: 0, total: 0, ...bounds };
  if (subject.kind !== 'measured') return none;
  if (subject.tests.kind === 'counted') return { ...subject.tests.counts, ...bounds };
  reasons['tests'] = subject.tests.reason;
  return none;
}

/** Without a patch there is nothing to check: the zero stands as it is. */
function integrityOf({ subject, controls }: ScoreOptions, verdict: Verdict): Integrity {
  const integrity =
    subject.kind === 'measured' ? subject.integrity : composeIntegrity(controls, []);
  // What is not the model's result is on no board.
  return verdict === 'model' ? integrity : { ...integrity, ranked: false };
}

/** Precision, and how many lines count; of a patch that cannot be read neither is known. */
function measureLines(
  options: ScoreOptions,
  reasons: Record<string, string>,
): { readonly precision: Score['precision']; readonly size: Score['size'] } {
  const { subject, prepared } = options;
  if (subject.kind !== 'measured') {
    reasons['precision'] = 'there is no patch to measure';
    return { precision: NOTHING, size: null };
  }
  const parsed = parsePatch(subject.canonical);
  if (parsed.kind === 'rejected') {
    reasons['precision'] = parsed.reason;
    return { precision: NOTHING, size: null };
  }
  const additive = new Set(prepared.ruleset.additive.map((rule) => rule.id));
  const reductive = new Set(prepared.ruleset.reductive.map((rule) => rule.id));
  const result = precision({
    added: patchLines(addedLines(parsed)),
    removed: patchLines(removedLines(parsed)),
    additive: subject.scan.witnesses.filter((witness) => additive.has(witness.rule)),
    reductive: options.baseScan.witnesses.filter((witness) => reductive.has(witness.rule)),
    comments: subject.strict?.comments,
  });
  Object.assign(reasons, result.reasons);
  const [added, removed] = [result.counts.additive.total, result.counts.reductive.total];
  return { precision: result.value, size: { lines: added + removed, added, removed } };
}

function patchLines(lines: ChangedLines): ChangedLine[] {
  return [...lines].flatMap(([path, byNumber]) =>
    [...byNumber].map(([line, text]) => ({ path: displayPath(path), line, text })),
  );
}
