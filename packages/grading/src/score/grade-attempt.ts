import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  controlsLevelSchema,
  scoreSchema,
  testsRecordSchema,
  TOOL_VERSION,
  type AttemptRecord,
  type AttemptUsage,
  type Baseline,
  type ControlsLevel,
  type Integrity,
  type Limits,
  type Outcome,
  type PackageList,
  type ProvisionalBaseline,
  type Score,
  type ScorePackages,
  type TestsRecord,
} from '@refbench/contracts';
import {
  canonicalJson,
  digestOf,
  readJsonFile,
  sha256OfBytes,
  writeFileAtomic,
  writeJsonFile,
} from '@refbench/base';
import { lineMap, parsePatch } from '@refbench/repos';
import { pass } from '@refbench/scoring';
import {
  compareMatches,
  measureStrict,
  toSarif,
  type ScanCounts,
  type StrictReference,
} from '@refbench/rule-engine';
import {
  baselineDigest,
  faultsDigest,
  type GradableInstance,
  type PreparedInstance,
} from '@refbench/instances';
import { compareTests, runTests } from '@refbench/suites';
import { checkIntegrity, checkWithoutSuite } from '../integrity/check-integrity.ts';
import { runOriginalTests } from '../original-tests/run-original-tests.ts';
import { planAdherence } from '../plan-adherence.ts';
import { attemptLabel } from '@refbench/workspace';
import { archivesDigest } from '@refbench/package-door';
import type { PackageSource } from '@refbench/suites';
import { attemptPackages, type AttemptPackages, type PackagesOrigin } from './attempt-packages.ts';
import { lackingText, missingOf, suitePackages } from './missing-dependencies.ts';
import { packageFinding, packageUse } from './package-use.ts';
import { scorePatch } from './score-patch.ts';
import { scoringVersion } from '../scan/scoring-version.ts';
import type { ScoreSubject } from './score-subject.ts';
import { followedRefused } from '../scan/refused-scan.ts';
import { rulesOf, scanPatched, type TreeScan } from '../scan/tree-scan.ts';

export interface GradeOptions {
  readonly prepared: GradableInstance;
  /** Null if the instance has no tests. */
  readonly baseline: Baseline | null;
  readonly provisional?: ProvisionalBaseline | undefined;
  readonly baseScan: TreeScan;
  readonly reference: ScanCounts;
  readonly strictReference: StrictReference;
  readonly instanceFault: string | undefined;
  readonly folder: string;
  readonly agent: string;
  readonly attempt: number;
  /** Number of the repeat, from 1. */
  readonly repeat: number;
  readonly outcome: Outcome;
  readonly harvested: AttemptRecord['harvested'];
  readonly patch: Buffer;
  readonly packages?: PackageSource | undefined;
  readonly packagesOrigin: PackagesOrigin;
  /** Both are copied into the score. */
  readonly usage: AttemptUsage | undefined;
  readonly warnings: readonly string[] | undefined;
  /** Limits of the container in which the patch was made; undefined for submitted patches. */
  readonly attemptLimits: Limits | undefined;
  /** Present in the modes with plans. */
  readonly phases: AttemptRecord['phases'];
  readonly limits: Limits;
  /** Level of integrity checks. */
  readonly controls: ControlsLevel;
  readonly run: string;
  readonly signal: AbortSignal;
  readonly onPhase: (phase: 'testing' | 'scanning' | 'controlling') => void;
}

export type GradeResult =
  | { readonly kind: 'graded'; readonly score: Score; readonly superseded: string | null }
  | { readonly kind: 'unchanged'; readonly score: Score }
  | { readonly kind: 'stopped' };

/**
 * Scores an attempt in its folder. A stored score is reused only while all its inputs are the same.
 * An outdated score is kept under another name.
 */
export async function gradeAttempt(options: GradeOptions): Promise<GradeResult> {
  const path = join(options.folder, 'score.json');
  const stored = await readJsonFile(path, scoreSchema);
  const outdated = stored.kind === 'valid' ? outdatedReason(stored.value, options) : undefined;
  if (stored.kind === 'valid' && outdated === undefined) {
    return { kind: 'unchanged', score: stored.value };
  }
  const subject = await measure(options);
  if (subject.kind === 'stopped') return subject;
  const planned = await planAdherence(options);
  const score = scorePatch({ ...options, subject, planned });
  if (stored.kind !== 'absent') await supersede(path);
  await writeJsonFile(path, score);
  const superseded = stored.kind === 'invalid' ? `it was damaged: ${stored.reason}` : outdated;
  return { kind: 'graded', score, superseded: superseded ?? null };
}

/** Stands for the outcome of an attempt whose packages are missing, which its record still has. */
const COMPLETED = { kind: 'completed', oom_seen: false } as const;

/** Returns why a stored score is outdated; undefined if it is current. */
function outdatedReason(score: Score, options: GradeOptions): string | undefined {
  if (score.verdict === 'infra') return 'the machine had failed';
  const { prepared } = options;
  const now: Score['digests'] = {
    patch: sha256OfBytes(options.patch),
    image: prepared.environment?.imageId ?? null,
    recipe: prepared.environment?.recipeDigest ?? null,
    ruleset: prepared.ruleset.digest,
    baseline: keepsBaseline(score, options)
      ? score.digests.baseline
      : options.baseline === null
        ? null
        : baselineDigest(options.baseline),
    faults: faultsDigest(prepared.faults),
    tool: scoringVersion(),
    refused: prepared.refused?.ruleset.digest ?? null,
  };
  if (lacksControls(score, options.controls)) return 'more integrity checks were requested';
  // Grading itself finds out that packages are missing.
  const ended = score.outcome.kind === 'dependencies-missing' ? COMPLETED : score.outcome;
  if (canonicalJson(ended) !== canonicalJson(options.outcome) && ended !== COMPLETED) {
    return 'another outcome';
  }
  const changed = Object.entries(now).find(([name, digest]) => digestNamed(score, name) !== digest);
  return changed === undefined ? undefined : `another ${changed[0]}`;
}

/** A score of a complete baseline is never replaced by one of a provisional baseline. */
function keepsBaseline(score: Score, { provisional }: GradeOptions): boolean {
  return provisional !== undefined && score.provisional === undefined;
}

/** Tests whether a score has fewer integrity checks than requested. */
function lacksControls(score: Score, wanted: ControlsLevel): boolean {
  const levels = controlsLevelSchema.options;
  return levels.indexOf(score.integrity.controls) > levels.indexOf(wanted);
}

function digestNamed(score: Score, name: string): string | null | undefined {
  return Object.entries(score.digests).find(([key]) => key === name)?.[1];
}

async function measure(options: GradeOptions): Promise<ScoreSubject | { kind: 'stopped' }> {
  const { prepared, baseline, patch, harvested } = options;
  if (options.outcome.kind === 'infra-failed') {
    return { kind: 'infra', patch, reason: options.outcome.detail };
  }
  if (harvested.kind !== 'patch') return { kind: 'no-patch', patch, reason: harvested.reason };
  const applied = await prepared.repository.applyPatch(prepared.instance.base, patch);
  if (applied.kind === 'rejected') {
    return { kind: 'no-patch', patch, reason: `${applied.stage}: ${applied.reason}` };
  }
  const patched = await prepared.repository.readTree(applied.treeId);
  options.onPhase('scanning');
  const scan = await scanPatched(prepared, options.baseScan, patched);
  const state = { tree: patched, scan, treeish: applied.treeId };
  const refused = await followedRefused(prepared, patched);
  const { engines } = prepared;
  const strict = await measureStrict(options.strictReference, state, { engines });
  const canonical = await prepared.repository.diff(prepared.instance.base, applied.treeId);
  await writeMatches(options, scan, canonical);
  const seen = { scan, strict, patched, canonical };
  if (prepared.environment === null || baseline === null) {
    const integrity = await checkWithoutSuite({ ...options, ...seen });
    const untested = { tests: null, named: null, controls: null };
    return { kind: 'measured', patch, canonical, scan, refused, strict, integrity, ...untested };
  }
  options.onPhase('testing');
  const packages = await attemptPackages({
    folder: options.folder,
    source: options.packages,
    origin: options.packagesOrigin,
    patched,
    attempt: attemptLabel(options.repeat, options.attempt),
  });
  if (packages.kind === 'stopped') return packages;
  if (packages.kind === 'infra') return { kind: 'infra', patch, reason: packages.detail };
  const packageList = packages.kind === 'packages' ? packages.list : undefined;
  const suite = { ...options, prepared, baseline, attemptPackages: packages, packageList };
  const tests = await testPatch(suite, patched);
  if (tests.kind === 'stopped') return tests;
  if (tests.kind === 'infra') return { kind: 'infra', patch, reason: tests.detail };
  const { record } = tests;
  const checked = await checkIntegrity({ ...suite, ...seen, tests: record });
  if (checked.kind === 'stopped') return checked;
  if (checked.kind === 'infra') return { kind: 'infra', patch, reason: checked.detail };
  const { controls } = checked;
  const { run, by_name, original } = record;
  const use =
    packageList === undefined
      ? undefined
      : await packageUse({
          folder: options.folder,
          list: packageList,
          tests: record,
          repository: prepared.repository,
          base: prepared.baseTree,
          patched,
        });
  const integrity = withPackages(checked.integrity, use);
  const missing = missingOf(record);
  if (missing !== undefined && missing.responsible === 'infra') {
    const names = missing.packages.map(({ name, detail }) => `${name} (${detail})`).join(', ');
    return { kind: 'infra', patch, reason: `packages could not be reached: ${names}` };
  }
  return {
    kind: 'measured',
    ...(missing === undefined ? {} : { missing }),
    ...(use === undefined ? {} : { packages: use }),
    patch,
    canonical,
    tests: run,
    named: by_name,
    original,
    scan,
    refused,
    integrity,
    controls,
    strict,
  };
}

function withPackages(integrity: Integrity, use: ScorePackages | undefined): Integrity {
  const finding = use === undefined ? undefined : packageFinding(use);
  if (finding === undefined || integrity.controls === 'none') return integrity;
  return { ...integrity, findings: [...integrity.findings, finding] };
}

/** Writes rules.sarif: the matches on the patched tree, and those of base that are gone. */
async function writeMatches(
  { prepared, baseScan, folder }: GradeOptions,
  scan: TreeScan,
  canonical: Buffer,
): Promise<void> {
  const patch = parsePatch(canonical);
  // A patch of this repository can be parsed; otherwise, all matches count as new.
  const moved = patch.kind === 'parsed' ? lineMap(patch) : () => undefined;
  const matches = compareMatches(baseScan.witnesses, scan.witnesses, moved);
  const sarif = toSarif(matches, rulesOf(prepared), TOOL_VERSION);
  await writeFileAtomic(join(folder, 'rules.sarif'), JSON.stringify(sarif));
}

type Patched = Awaited<ReturnType<PreparedInstance['repository']['readTree']>>;

/** Options for an instance with tests. */
type SuiteOptions = GradeOptions & {
  readonly prepared: PreparedInstance;
  readonly baseline: Baseline;
  readonly attemptPackages: AttemptPackages;
  /** Packages of the attempt, which every run of the suite installs. */
  readonly packageList: PackageList | undefined;
};

type Tested =
  | { readonly kind: 'tested'; readonly record: TestsRecord }
  | { readonly kind: 'infra'; readonly detail: string }
  | { readonly kind: 'stopped' };

/**
 * Returns the test results of a patch. Stored results are reused if patch, image and recipe are the
 * same.
 */
async function testPatch(options: SuiteOptions, patched: Patched): Promise<Tested> {
  const { prepared, folder, baseline, attemptPackages: packages } = options;
  const digests = {
    patch: sha256OfBytes(options.patch),
    image: prepared.environment.imageId,
    recipe: prepared.environment.recipeDigest,
    stable_tests: digestOf(baseline.stable_tests),
    ...(packages.kind === 'packages' ? { packages: archivesDigest(packages.list) } : {}),
  };
  const path = join(folder, 'tests.json');
  const stored = await readJsonFile(path, testsRecordSchema);
  if (
    stored.kind === 'valid' &&
    stored.value.tool === TOOL_VERSION &&
    canonicalJson(stored.value.digests) === canonicalJson(digests)
  ) {
    return await withOriginalTests(options, patched, stored.value);
  }
  const result = await runTests({
    prepared,
    patched,
    limits: options.limits,
    run: options.run,
    attempt: attemptLabel(options.repeat, options.attempt),
    signal: options.signal,
    packages: packages.kind === 'packages' ? packages.list : undefined,
  });
  if (result.kind === 'stopped') return result;
  if (result.kind === 'infra') {
    return {
      kind: 'infra',
      detail: `the tests could not be run: ${result.cause}: ${result.detail}`,
    };
  }
  const withPackages =
    packages.kind === 'packages' ? suitePackages(packages, result.installation) : undefined;
  // A suite that cannot start for want of a package says nothing about the patch.
  const lacks =
    withPackages !== undefined &&
    withPackages.missing.length > 0 &&
    pass(result.run, baseline.bounds) === 0;
  const record: TestsRecord = {
    schema: 1,
    run: lacks ? { kind: 'no-verdict', reason: lackingText(withPackages.missing) } : result.run,
    ...(withPackages === undefined ? {} : { packages: withPackages }),
    by_name:
      baseline.stable_tests === null ? null : compareTests(baseline.stable_tests, result.tests),
    channel: result.channel ?? null,
    duration_ms: result.durationMs,
    digests,
    tool: TOOL_VERSION,
  };
  await writeFileAtomic(join(folder, 'tests.log'), result.log.bytes);
  await writeJsonFile(path, record);
  return await withOriginalTests(options, patched, record);
}

/** Adds the result of the original tests to tests.json, if the patch passes and touches tests. */
async function withOriginalTests(
  options: SuiteOptions,
  patched: Patched,
  record: TestsRecord,
): Promise<Tested> {
  const { baseline, folder } = options;
  const isKnown = record.original !== undefined || record.by_name === null;
  if (isKnown || pass(record.run, baseline.bounds) === 0) return { kind: 'tested', record };
  const attempt = attemptLabel(options.repeat, options.attempt);
  const result = await runOriginalTests({
    ...options,
    packages: options.packageList,
    patched,
    attempt,
  });
  if (result.kind === 'not-needed') return { kind: 'tested', record };
  if (result.kind !== 'ran') return result;
  const complete = { ...record, original: result.original };
  await writeJsonFile(join(folder, 'tests.json'), complete);
  return { kind: 'tested', record: complete };
}

async function supersede(path: string): Promise<void> {
  await rename(path, path.replace(/\.json$/, `.superseded-${Date.now()}.json`));
}
