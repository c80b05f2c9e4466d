import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  RefbenchError,
  TOOL_VERSION,
  type Baseline,
  type Limits,
  type TestRun,
} from '@refbench/contracts';
import { RECIPE_FOLDER } from '@refbench/env-builder';
import { withLock } from '@refbench/base';
import type { Tree } from '@refbench/repos';
import { bounds } from '@refbench/scoring';
import { allOf } from '../check/all-of.ts';
import type { EnvironmentCheck } from '../check/check-environment.ts';
import { twoCoresAreFree } from '../check/free-cores.ts';
import {
  baselineFault,
  baselinePath,
  driftFrom,
  readBaseline,
  readPublishedCounts,
  writeBaseline,
  type Calibration,
  type PreparedEnvironment,
  type SuiteRuns,
  type SuiteState,
} from '@refbench/instances';
import { runTests, stableTests, type RanTests } from '@refbench/suites';
import { allAgree } from './all-agree.ts';
import { flakyTests } from './flaky-tests.ts';
import { suiteWarnings } from './suite-warnings.ts';

export interface CalibrateOptions {
  readonly prepared: PreparedEnvironment;
  /** Runs per state, 1 to 20. The study has five. */
  readonly k: number;
  /** Runs of the validation. If the image is the same, they count as the first ones. */
  readonly earlier?: Pick<EnvironmentCheck, 'imageId' | 'results'>;
  /** Runs one suite at a time even if processors are idle, because agents need them soon. */
  readonly oneAtATime?: boolean;
  /** Additional file with published counts for comparison. */
  readonly published?: string;
  readonly limits: Limits;
  readonly run: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/**
 * Runs the suite k times on base and golden, and stores the baseline of this host. Both run at the same
 * time if two cores are free; see `measureAll`.
 */
export async function calibrate(options: CalibrateOptions): Promise<Calibration> {
  const { prepared } = options;
  // Read before the runs, because an invalid file must not cost ten of them.
  const published = await readPublishedCounts(prepared.dir, options.published);
  const measured = await measureAll(options);
  const runs = { base: measured.base.map(runOf), golden: measured.golden.map(runOf) };
  const details = { base: detailsOf(measured.base), golden: detailsOf(measured.golden) };
  const baseline = baselineOf(options, measured);
  const fault = baselineFault(baseline);
  // A measurement that failed does not replace one that did not.
  const stored = fault === undefined ? undefined : await readBaseline(prepared);
  if (stored === undefined || baselineFault(stored) !== undefined) {
    await writeBaseline(prepared, baseline);
  }
  return {
    schema: 1,
    baseline,
    durations_ms: { base: details.base.durationsMs, golden: details.golden.durationsMs },
    names_tests: [...details.base.tests, ...details.golden.tests].some(
      (tests) => tests !== undefined,
    ),
    flaky: [
      ...flakyTests('base', details.base.tests),
      ...flakyTests('golden', details.golden.tests),
    ],
    warnings: suiteWarnings({
      runs,
      details,
      recipe: await suiteScript(prepared),
      timeLimitMs: prepared.instance.environment.test_timeout_seconds * 1000,
    }),
    drift: published.flatMap((counts) => driftFrom(counts, runs)),
    fault: fault ?? null,
  };
}

/** The baseline that follows from runs on this host. */
export function baselineOf(
  { prepared, k }: Pick<CalibrateOptions, 'prepared' | 'k'>,
  measured: Measured,
): Baseline {
  const runs = { base: measured.base.map(runOf), golden: measured.golden.map(runOf) };
  const details = { base: detailsOf(measured.base), golden: detailsOf(measured.golden) };
  return {
    schema: 1,
    instance: prepared.instance.id,
    host: prepared.engine.info.hostName,
    k,
    image: prepared.environment.imageId,
    recipe: prepared.environment.recipeDigest,
    tool: TOOL_VERSION,
    ...runs,
    durations_ms: {
      base: [...details.base.durationsMs],
      golden: [...details.golden.durationsMs],
    },
    bounds: bounds(runs.base, runs.golden),
    stable_tests: stableTests(details.base.tests, details.golden.tests),
    measured_at: new Date().toISOString(),
  };
}

/**
 * Reads the script that runs the suite: `test_command`, or `run_tests` if the recipe has only that.
 */
async function suiteScript({ dir }: PreparedEnvironment): Promise<string> {
  const read = (name: string): Promise<string> => readFile(join(dir, RECIPE_FOLDER, name), 'utf8');
  return await read('test_command').catch(() => read('run_tests'));
}

function runOf({ run }: RanTests): TestRun {
  return run;
}

function detailsOf(measured: readonly RanTests[]): SuiteRuns {
  return {
    tests: measured.map(({ tests }) => tests),
    durationsMs: measured.map(({ durationMs }) => Math.round(durationMs)),
  };
}

/**
 * Returns the stored baseline, or measures it if there is none for this image. Another process that
 * measures it already is waited for, because the two would slow each other down.
 */
export async function ensureBaseline(options: CalibrateOptions): Promise<Baseline> {
  const known = await storedBaseline(options);
  if (known !== undefined) return known;
  return await whileOthersWait(
    options,
    async () => (await storedBaseline(options)) ?? (await calibrate(options)).baseline,
  );
}

/** The stored baseline of this host; undefined if it has fewer runs, or runs without a verdict. */
export async function storedBaseline({
  prepared,
  k,
}: Pick<CalibrateOptions, 'prepared' | 'k'>): Promise<Baseline | undefined> {
  const found = await readBaseline(prepared);
  if (found === undefined || found.k < k) return undefined;
  // A suite without a verdict may have one at a quieter time.
  const runs = [...found.base, ...found.golden];
  return runs.every((run) => run.kind === 'counted') ? found : undefined;
}

/** Measures while no other process measures the same instance on this host. */
export async function whileOthersWait<T>(
  { prepared, signal }: Pick<CalibrateOptions, 'prepared' | 'signal'>,
  act: () => Promise<T>,
): Promise<T> {
  return await withLock(
    `${baselinePath(prepared)}.lock`,
    `the baseline of ${prepared.instance.id}`,
    act,
    signal,
  );
}

export type Measured = Readonly<Record<SuiteState, readonly RanTests[]>>;

const STATES: readonly SuiteState[] = ['base', 'golden'];

/**
 * Runs the suites of base and golden at the same time if two cores are free. If runs of one state then
 * differ, they may only have disturbed each other, so all are repeated one at a time: what varies in
 * the baseline varies by itself.
 */
export async function measureAll(options: CalibrateOptions): Promise<Measured> {
  if (options.k > 1 && options.oneAtATime !== true && (await twoCoresAreFree())) {
    const measured = await measureRounds(options, true);
    if (eachStateAgrees(measured)) return measured;
    options.onProgress('results differ between runs, so each state is measured again by itself');
  }
  return await measureRounds(options, false);
}

/** Whether all runs of base are alike, and all runs of golden. */
export function eachStateAgrees(measured: Measured): boolean {
  return STATES.every((state) => allAgree(measured[state]));
}

async function measureRounds(options: CalibrateOptions, together: boolean): Promise<Measured> {
  const { prepared, k, earlier } = options;
  const golden = await prepared.repository.readTree(prepared.instance.golden);
  const trees = { base: prepared.baseTree, golden };
  const measured: Record<SuiteState, RanTests[]> = { base: [], golden: [] };
  if (earlier?.imageId === prepared.environment.imageId) {
    for (const state of STATES) measured[state].push(...earlier.results[state].slice(0, k));
  }
  const repeated = new Set<SuiteState>();
  const measureNext = async (state: SuiteState): Promise<void> => {
    const round = measured[state].length + 1;
    if (round > k) return;
    const result = await measure(options, state, round, trees[state]);
    // A slow moment of the host must not make the instance unusable on it.
    if (result.run.kind === 'no-verdict' && !repeated.has(state)) {
      repeated.add(state);
      options.onProgress(`baseline ${round}/${k} on ${state} again: ${result.run.reason}`);
      return;
    }
    measured[state].push(result);
  };
  // Alternating runs spread a slow period of the host over both states.
  while (STATES.some((state) => measured[state].length < k)) {
    if (together) await allOf(STATES.map(measureNext));
    else for (const state of STATES) await measureNext(state);
  }
  return measured;
}

async function measure(
  options: CalibrateOptions,
  state: SuiteState,
  round: number,
  tree: Tree,
): Promise<RanTests> {
  const { prepared, k } = options;
  options.onProgress(`baseline ${round}/${k} on ${state}`);
  const result = await runTests({
    prepared,
    patched: tree,
    limits: options.limits,
    run: options.run,
    attempt: `baseline-${state}-${round}`,
    signal: options.signal,
  });
  switch (result.kind) {
    case 'ran':
      return result;
    case 'stopped':
      options.signal.throwIfAborted();
      throw new Error('the container reports a stop that nobody requested');
    case 'infra':
      throw new RefbenchError({
        kind: 'infra-incomplete',
        message: `${prepared.instance.id}: the baseline could not be measured: ${result.cause}: ${result.detail}`,
        hint: 'check the container engine with refbench doctor, then run the same command again',
      });
  }
}
