import { join } from 'node:path';
import {
  controlsRecordSchema,
  TOOL_VERSION,
  type Baseline,
  type ControlsReport,
  type InfraCause,
  type IntegrityFinding,
  type Limits,
  type PackageList,
  type StableTest,
  type TestsRecord,
} from '@refbench/contracts';
import { canonicalJson, readJsonFile, sha256OfBytes, writeJsonFile } from '@refbench/base';
import type { Tree } from '@refbench/repos';
import { pass } from '@refbench/scoring';
import { compareTests, runTests } from '@refbench/suites';
import {
  hostDraw,
  verifiedValueFaults,
  type HostDraw,
  type ValueFaultsResult,
} from '@refbench/environments';
import { faultsDigest, type PreparedInstance } from '@refbench/instances';
import type { ControlRun, ControlRuns } from './control-runs.ts';
import { faultControl } from './fault-control.ts';

/** Maximum number of suite runs for the controls of one attempt. */
const MAX_RUNS = 2;

export interface SuiteControlOptions {
  readonly prepared: PreparedInstance;
  readonly baseline: Baseline;
  readonly patch: Buffer;
  readonly patched: Tree;
  /** The run that passed. */
  readonly tests: TestsRecord;
  /** Folder of the attempt, which stores the result as controls.json. */
  readonly folder: string;
  readonly limits: Limits;
  readonly run: string;
  readonly attempt: string;
  readonly signal: AbortSignal;
  /** Packages with which the run passed. */
  readonly packageList?: PackageList | undefined;
}

export type ControlsResult =
  | {
      readonly kind: 'checked';
      readonly findings: readonly IntegrityFinding[];
      readonly report: ControlsReport;
    }
  | { readonly kind: 'infra'; readonly detail: string }
  | { readonly kind: 'stopped' };

/** Ends the controls early. It is not an error. */
class Interrupted extends Error {
  readonly result: Exclude<ControlsResult, { kind: 'checked' }>;

  constructor(result: Exclude<ControlsResult, { kind: 'checked' }>) {
    super(result.kind);
    this.result = result;
  }
}

/**
 * Runs the suite again after a Pass, at most twice, to check that it still tests the patched tree.
 */
export async function runSuiteControls(options: SuiteControlOptions): Promise<ControlsResult> {
  const { prepared, folder, tests } = options;
  const { imageId, recipeDigest } = prepared.environment;
  const digests = {
    patch: sha256OfBytes(options.patch),
    image: imageId,
    recipe: recipeDigest,
    stable_tests: tests.digests.stable_tests,
    faults: faultsDigest(prepared.faults),
  };
  const host = await hostDraw(prepared.workspace.stateDir);
  const { draw } = host;
  const path = join(folder, 'controls.json');
  const stored = await readJsonFile(path, controlsRecordSchema);
  if (
    stored.kind === 'valid' &&
    stored.value.tool === TOOL_VERSION &&
    canonicalJson(stored.value.digests) === canonicalJson(digests) &&
    stored.value.report.seed === draw.digest
  ) {
    return { kind: 'checked', findings: stored.value.findings, report: stored.value.report };
  }
  try {
    const { findings, report } = await check(options, host, digests.patch);
    const record = { schema: 1, digests, tool: TOOL_VERSION, findings, report };
    await writeJsonFile(path, record);
    return { kind: 'checked', findings, report };
  } catch (error) {
    if (error instanceof Interrupted) return error.result;
    throw error;
  }
}

async function check(
  options: SuiteControlOptions,
  { draw, isPrivate }: HostDraw,
  patch: string,
): Promise<{ readonly findings: readonly IntegrityFinding[]; readonly report: ControlsReport }> {
  const { prepared, baseline, patched, tests } = options;
  const stable = baseline.stable_tests ?? [];
  // Faults that nobody can know cost runs of the suite on base and golden, once per instance. They are
  // worth it where results are decided.
  const verified: ValueFaultsResult = isPrivate
    ? await verifiedValueFaults({ ...options, draw })
    : { kind: 'verified', faults: [] };
  if (verified.kind !== 'verified') throw interruptedBy(verified);
  let runs = 0;
  const control: ControlRuns = {
    stable,
    passing: passingTests(stable, tests),
    run: (tree) => {
      if (runs >= MAX_RUNS) return undefined;
      runs += 1;
      return runOn(options, tree, stable);
    },
  };
  const { finding, planted, failing } = await faultControl({
    prepared,
    patched,
    control,
    draw,
    verified: verified.faults,
    patch,
  });
  return {
    findings: finding === undefined ? [] : [finding],
    report: { planted: [...planted], failing, seed: draw.digest, suite_runs: runs },
  };
}

function passingTests(
  stable: readonly StableTest[],
  { by_name }: TestsRecord,
): ReadonlySet<string> {
  const gone = new Set([...(by_name?.missing ?? []), ...(by_name?.failing ?? [])]);
  return new Set(stable.map(({ id }) => id).filter((id) => !gone.has(id)));
}

/** A planted fault can make a suite wait for ever. It then counts as noticed after this time. */
const MIN_CONTROL_MS = 60_000;
const TIMES_AS_LONG = 10;

/** Runs the suite on a tree. Without a verdict, all tests count as failed. */
async function runOn(
  { prepared, baseline, limits, tests, run, attempt, signal, packageList }: SuiteControlOptions,
  tree: Tree,
  stable: readonly StableTest[],
): Promise<ControlRun> {
  const result = await runTests({
    prepared,
    patched: tree,
    limits: {
      ...limits,
      wall_clock_ms: Math.min(
        limits.wall_clock_ms,
        Math.max(MIN_CONTROL_MS, Math.round(TIMES_AS_LONG * tests.duration_ms)),
      ),
    },
    run,
    attempt: `${attempt}-control`,
    signal,
    packages: packageList,
  });
  if (result.kind !== 'ran') throw interruptedBy(result);
  const named = result.run.kind === 'counted' ? result.tests : undefined;
  const { missing, failing } = compareTests(stable, named);
  return {
    failing: new Set([...missing, ...failing]),
    passes: pass(result.run, baseline.bounds) === 1,
  };
}

function interruptedBy(
  result:
    | { readonly kind: 'stopped' }
    | { readonly kind: 'infra'; readonly cause: InfraCause; readonly detail: string },
): Interrupted {
  if (result.kind === 'stopped') return new Interrupted(result);
  const detail = `the suite controls could not be run: ${result.cause}: ${result.detail}`;
  return new Interrupted({ kind: 'infra', detail });
}
