import { hostname } from 'node:os';
import { RefbenchError, type Baseline, type Limits, type TestRun } from '@refbench/contracts';
import { bounds } from '@refbench/scoring';
import type { Tree } from '@refbench/repos';
import { readBaseline, writeBaseline } from './baseline-store.ts';
import type { PreparedEnvironment } from './prepared-instance.ts';
import { retryInfra } from './retry-infra.ts';
import { runTests } from './run-tests.ts';
import { TOOL_VERSION } from './tool-version.ts';

export interface CalibrateOptions {
  readonly prepared: PreparedEnvironment;
  readonly k: number;
  readonly limits: Limits;
  readonly run: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/** Runs the suite k times on base and on golden, alternating, and keeps the result for this host. */
export async function calibrate(options: CalibrateOptions): Promise<Baseline> {
  const { prepared, k } = options;
  const goldenTree = await prepared.repository.readTree(prepared.instance.golden);
  const base: TestRun[] = [];
  const golden: TestRun[] = [];
  for (let round = 1; round <= k; round += 1) {
    // Alternating, so that a slow minute of the machine does not fall on one state alone.
    base.push(await measure(options, 'base', round, prepared.baseTree));
    golden.push(await measure(options, 'golden', round, goldenTree));
  }
  const baseline: Baseline = {
    schema: 1,
    instance: prepared.instance.id,
    host: hostname(),
    k,
    image: prepared.environment.imageId,
    recipe: prepared.environment.recipeDigest,
    tool: TOOL_VERSION,
    base,
    golden,
    bounds: bounds(base, golden),
    measured_at: new Date().toISOString(),
  };
  await writeBaseline(prepared, baseline);
  return baseline;
}

/** The stored baseline, measured first where there is none for this image. */
export async function ensureBaseline(options: CalibrateOptions): Promise<Baseline> {
  const stored = await readBaseline(options.prepared);
  return stored !== undefined && stored.k >= options.k ? stored : await calibrate(options);
}

async function measure(
  options: CalibrateOptions,
  state: 'base' | 'golden',
  round: number,
  tree: Tree,
): Promise<TestRun> {
  const { prepared, k } = options;
  options.onProgress(`baseline ${round}/${k} on ${state}`);
  const result = await retryInfra(3, () =>
    runTests({
      prepared,
      patched: tree,
      limits: options.limits,
      run: options.run,
      attempt: `baseline-${state}-${round}`,
      signal: options.signal,
    }),
  );
  switch (result.kind) {
    case 'ran':
      return result.run;
    case 'stopped':
      options.signal.throwIfAborted();
      throw new Error('the container says it was stopped, but nobody stopped it');
    case 'infra':
      throw new RefbenchError({
        kind: 'infra-incomplete',
        message: `${prepared.instance.id}: the baseline could not be measured: ${result.cause}: ${result.detail}`,
        mend: 'see to the container engine (refbench doctor) and run the same command again',
      });
  }
}
