import { join } from 'node:path';
import {
  baselineSchema,
  TOOL_VERSION,
  type Baseline,
  type Digest,
  type Instance,
  type TestRun,
} from '@refbench/contracts';
import { digestOf, readJsonFile, writeJsonFile } from '@refbench/base';
import type { PreparedEnvironment } from '../prepared-instance.ts';

/** Number of runs of base and of golden from which p_min and f_max are computed (paper: k = 5). */
export const BASELINE_RUNS = 5;

/**
 * Runs of each state where the others come later: as many as the validation of an environment has. One
 * could not disagree.
 */
export const EARLY_RUNS = 2;

/** A suite that takes longer runs only once on each commit before a private instance is admitted. */
export const LONG_SUITE_MS = 60_000;

/**
 * Returns the least number of runs of base and of golden before an instance is admitted. What is published
 * must be steady. A private instance is made for one team, who wait for it: the two runs of the validation
 * are enough, or one of a long suite. Grading golden is another one, and the first run of agents on a host
 * makes all runs anyway.
 */
export function admissionRuns(instance: Pick<Instance, 'private'>): number {
  return instance.private === true ? 1 : BASELINE_RUNS;
}

/** Minimum for the admission of base and golden (paper: 10 tests, 30 % passing). */
const MIN_TESTS = 10;
const MIN_PASSING = 0.3;

/** Reads the baseline of the engine's host; undefined if there is none for this image and recipe. */
export async function readBaseline(prepared: PreparedEnvironment): Promise<Baseline | undefined> {
  const file = await readJsonFile(baselinePath(prepared), baselineSchema);
  if (file.kind !== 'valid') return undefined;
  const baseline = file.value;
  const fits =
    baseline.host === prepared.engine.info.hostName &&
    baseline.tool === TOOL_VERSION &&
    baseline.image === prepared.environment.imageId &&
    baseline.recipe === prepared.environment.recipeDigest &&
    baseline.base.length === baseline.k &&
    baseline.golden.length === baseline.k;
  return fits ? baseline : undefined;
}

export async function writeBaseline(
  prepared: PreparedEnvironment,
  baseline: Baseline,
): Promise<void> {
  await writeJsonFile(baselinePath(prepared), baseline);
}

/** Returns the digest of the fields that affect scores. Times do not. */
export function baselineDigest(baseline: Baseline): Digest {
  return digestOf({ ...baseline, measured_at: undefined, durations_ms: undefined });
}

/** Returns why this host cannot score the instance; undefined if it can. */
export function baselineFault(baseline: Baseline): string | undefined {
  for (const [state, runs] of [
    ['base', baseline.base],
    ['golden', baseline.golden],
  ] as const) {
    const fault = runs.map(runFault).find((reason) => reason !== undefined);
    if (fault !== undefined) return `the suite on ${state}: ${fault}`;
  }
  return undefined;
}

function runFault(run: TestRun): string | undefined {
  if (run.kind === 'no-verdict') return run.reason;
  const { passed, total } = run.counts;
  if (total < MIN_TESTS) return `${total} tests found; at least ${MIN_TESTS} are needed`;
  if (passed / total < MIN_PASSING) return `only ${passed} of ${total} tests pass`;
  return undefined;
}

/**
 * The file of a baseline. It depends on the host of the engine, and on the content of the instance, because folders may
 * hold different instances with the same id.
 */
export function baselinePath({
  engine,
  workspace,
  instance,
  environment,
}: PreparedEnvironment): string {
  const { id, base, golden } = instance;
  const host = engine.info.hostName;
  const key = digestOf({ host, recipe: environment.recipeDigest, base, golden });
  const name = `${id}-${key.slice('sha256:'.length, 'sha256:'.length + 16)}.json`;
  return join(workspace.stateDir, 'baselines', name);
}
