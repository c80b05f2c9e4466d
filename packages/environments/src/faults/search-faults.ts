import { join } from 'node:path';
import {
  RefbenchError,
  TOOL_VERSION,
  type Baseline,
  type Limits,
  type PlantedFaults,
  type StableTest,
} from '@refbench/contracts';
import { digestOf, readJsonFile, writeFileAtomic } from '@refbench/base';
import type { Tree } from '@refbench/repos';
import { z } from 'zod';
import {
  TrialTime,
  candidates,
  compareTests,
  plantInTree,
  runTests,
  sourceFunctions,
  type Candidate,
  type TreeFunction,
} from '@refbench/suites';
import type { PreparedEnvironment } from '@refbench/instances';

/**
 * Maximum share of the stable tests that may detect a fault. A broader fault says little about any
 * test.
 */
const MAX_SHARE = 0.4;

export interface SearchOptions {
  readonly prepared: PreparedEnvironment;
  readonly baseline: Baseline;
  /** Number of faults after which the search ends. */
  readonly wanted: number;
  /** Maximum number of functions to try. */
  readonly maxTried: number;
  /** Milliseconds after which no further function is tried. */
  readonly maxMs: number;
  readonly limits: Limits;
  readonly run: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/**
 * Stable tests, by id on base, that do not pass with one fault. `golden` is only filled if base has
 * any.
 */
const trialSchema = z.strictObject({
  name: z.string(),
  path: z.string(),
  base: z.array(z.string()),
  golden: z.array(z.string()),
});

type Trial = z.infer<typeof trialSchema>;

/**
 * Searches for functions whose failure the suite detects on base and on golden, each in a separate
 * run. Trials are stored in the state folder, so that a stopped search can be resumed.
 * @throws RefbenchError kind `image` if the suite does not name its tests
 */
export async function searchFaults(options: SearchOptions): Promise<PlantedFaults> {
  const { prepared, baseline, wanted, maxTried, maxMs, onProgress } = options;
  const { repository, instance, baseTree } = prepared;
  const stable = baseline.stable_tests;
  if (stable === null || stable.length === 0) {
    throw new RefbenchError({
      kind: 'image',
      message: `${instance.id}: the suite does not name its tests, so faults cannot be detected by test name`,
      hint: 'make count_tests write $REFBENCH_TEST_IDS, and calibrate again',
    });
  }
  const goldenTree = await repository.readTree(instance.golden);
  const all = candidates(
    await sourceFunctions(repository, baseTree),
    await sourceFunctions(repository, goldenTree),
    instance.id,
  );
  const store = await openTrials(options, stable);
  const end = Date.now() + maxMs;
  const kept: Trial[] = [];
  const time = new TrialTime(options.limits);
  let tried = 0;
  for (const candidate of all) {
    if (kept.length >= wanted || tried >= maxTried) break;
    options.signal.throwIfAborted();
    const known = store.find(candidate);
    if (known === undefined && Date.now() > end) break;
    onProgress(`fault ${kept.length + 1}/${wanted}: ${candidate.name} in ${candidate.path}`);
    const trial = known ?? (await tryCandidate(options, candidate, goldenTree, stable, time));
    if (known === undefined) await store.add(trial);
    tried += 1;
    if (isTelling(trial, stable.length)) kept.push(trial);
  }
  return faultsOf(options, kept, tried);
}

function isTelling({ base, golden }: Trial, stable: number): boolean {
  const both = base.filter((id) => golden.includes(id));
  return both.length > 0 && new Set([...base, ...golden]).size <= Math.max(1, stable * MAX_SHARE);
}

async function tryCandidate(
  options: SearchOptions,
  { name, path, base, golden }: Candidate,
  goldenTree: Tree,
  stable: readonly StableTest[],
  time: TrialTime,
): Promise<Trial> {
  const onBase = await failuresWith(options, options.prepared.baseTree, base, stable, time);
  const onGolden =
    onBase.length === 0 ? [] : await failuresWith(options, goldenTree, golden, stable, time);
  return { name, path, base: [...onBase], golden: [...onGolden] };
}

/** Returns the stable tests, by id on base, that do not pass with faults in these functions. */
async function failuresWith(
  options: SearchOptions,
  tree: Tree,
  functions: readonly TreeFunction[],
  stable: readonly StableTest[],
  time: TrialTime,
): Promise<readonly string[]> {
  const { prepared, run, signal } = options;
  const limits = time.limits();
  const crashes = functions.map((one) => ({ function: one, fault: 'crash' as const }));
  const patched = await plantInTree(prepared.repository, tree, crashes);
  const result = await runTests({ prepared, patched, limits, run, attempt: 'faults', signal });
  if (result.kind === 'ran') {
    // Without a verdict, the tests that detected the fault are unknown.
    if (result.run.kind === 'no-verdict' || result.tests === undefined) return [];
    time.add(result.durationMs);
    const { missing, failing } = compareTests(stable, result.tests);
    return [...missing, ...failing].sort();
  }
  signal.throwIfAborted();
  throw new RefbenchError({
    kind: 'infra-incomplete',
    message: `${prepared.instance.id}: the suite could not be run: ${result.kind === 'infra' ? result.detail : 'it was stopped'}`,
    hint: 'check the container engine with refbench doctor, then run the same command again',
  });
}

function faultsOf(
  { prepared }: SearchOptions,
  kept: readonly Trial[],
  tried: number,
): PlantedFaults {
  const ids = [...new Set(kept.flatMap(({ base, golden }) => [...base, ...golden]))].sort();
  const index = new Map(ids.map((id, number) => [id, number]));
  const indicesOf = (names: readonly string[]): number[] =>
    names.map((name) => index.get(name) ?? 0).sort((left, right) => left - right);
  return {
    schema: 1,
    instance: prepared.instance.id,
    recipe: prepared.environment.recipeDigest,
    tool: TOOL_VERSION,
    tried,
    test_ids: ids,
    faults: kept.map(({ name, path, base, golden }) => ({
      name,
      path,
      tests: indicesOf(base.filter((id) => golden.includes(id))),
      sometimes: indicesOf([
        ...base.filter((id) => !golden.includes(id)),
        ...golden.filter((id) => !base.includes(id)),
      ]),
    })),
  };
}

/** Opens the trials of earlier searches with the same image, recipe and stable tests. */
async function openTrials(
  { prepared }: SearchOptions,
  stable: readonly StableTest[],
): Promise<{
  readonly find: (candidate: Candidate) => Trial | undefined;
  readonly add: (trial: Trial) => Promise<void>;
}> {
  const { imageId, recipeDigest } = prepared.environment;
  const { base, golden } = prepared.instance;
  const key = digestOf({ imageId, recipeDigest, base, golden, stable });
  const name = `${key.slice('sha256:'.length)}.json`;
  const path = join(prepared.workspace.stateDir, 'fault-trials', name);
  const stored = await readJsonFile(path, z.array(trialSchema));
  const trials = stored.kind === 'valid' ? [...stored.value] : [];
  return {
    find: (candidate) =>
      trials.find((one) => one.name === candidate.name && one.path === candidate.path),
    add: async (trial) => {
      trials.push(trial);
      await writeFileAtomic(path, JSON.stringify(trials));
    },
  };
}
