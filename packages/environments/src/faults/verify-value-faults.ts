import { join } from 'node:path';
import type { Baseline, InfraCause, Limits, PlantedFaults } from '@refbench/contracts';
import { digestOf, logOf, readJsonFile, sortByText, withLock, writeJsonFile } from '@refbench/base';
import type { PreparedEnvironment } from '@refbench/instances';
import type { Tree } from '@refbench/repos';
import {
  TrialTime,
  candidates,
  compareTests,
  faultsByKey,
  locateValueFault,
  plantInTree,
  runTests,
  sourceFunctions,
  type Candidate,
  type Planting,
  type VerifiedFault,
} from '@refbench/suites';
import { z } from 'zod';
import type { PrivateDraw } from './private-draw.ts';

const log = logOf('faults');

/** Number of verified faults after which the search ends. */
const WANTED = 4;
/** Maximum number of rounds. Each costs up to two runs of the suite. */
const MAX_ROUNDS = 5;
/** Functions with known tests that get a fault in one round, beside one without. */
const KNOWN_AT_ONCE = 3;
/** A fault that more of the stable tests notice says little about any of them, or does not compile. */
const MAX_SHARE = 0.6;

export interface ValueFaultOptions {
  readonly prepared: PreparedEnvironment & { readonly faults: PlantedFaults | undefined };
  readonly baseline: Baseline;
  readonly draw: PrivateDraw;
  readonly limits: Limits;
  readonly run: string;
  readonly signal: AbortSignal;
}

export type ValueFaultsResult =
  | { readonly kind: 'verified'; readonly faults: readonly VerifiedFault[] }
  | { readonly kind: 'infra'; readonly cause: InfraCause; readonly detail: string }
  | { readonly kind: 'stopped' };

const recordSchema = z.strictObject({
  schema: z.literal(1),
  /** Digest of the seed that drew them. */
  seed: z.string(),
  rounds: z.int().min(0),
  faults: z.array(
    z.strictObject({
      name: z.string(),
      path: z.string(),
      key: z.string(),
      tests: z.array(z.string()),
    }),
  ),
});

/**
 * Draws faults of value, and returns those that the original tests notice on base and on golden. The
 * functions and the changes follow from the private seed: some functions are those of faults.json, whose
 * tests are known, and some are others, which no published file names. The result is kept in the state
 * folder like a baseline. An instance without named tests or without known faults has none.
 */
export async function verifiedValueFaults(options: ValueFaultOptions): Promise<ValueFaultsResult> {
  const { prepared, baseline, draw, signal } = options;
  const { environment, instance, workspace } = prepared;
  const stable = baseline.stable_tests ?? [];
  if (stable.length === 0 || prepared.faults === undefined) return { kind: 'verified', faults: [] };
  const key = digestOf({
    image: environment.imageId,
    recipe: environment.recipeDigest,
    base: instance.base,
    golden: instance.golden,
    known: prepared.faults,
    stable,
    seed: draw.digest,
  });
  const path = join(workspace.stateDir, 'value-faults', `${key.slice('sha256:'.length)}.json`);
  const what = `the faults of value of ${instance.id}`;
  return await withLock(
    `${path}.lock`,
    what,
    async () => {
      const kept = await readJsonFile(path, recordSchema);
      if (kept.kind === 'valid') return { kind: 'verified', faults: kept.value.faults };
      const found = await search(options);
      if (found.kind !== 'verified') return found;
      const { faults, rounds } = found;
      await writeJsonFile(path, { schema: 1, seed: draw.digest, rounds, faults });
      log.debug({ instance: instance.id, rounds, faults: faults.length }, 'faults of value');
      return { kind: 'verified', faults };
    },
    signal,
  );
}

type SearchResult =
  | {
      readonly kind: 'verified';
      readonly faults: readonly VerifiedFault[];
      readonly rounds: number;
    }
  | Exclude<ValueFaultsResult, { kind: 'verified' }>;

/** One drawn change of a function that base and golden both have. */
interface DrawnFault {
  readonly candidate: Candidate;
  readonly key: string;
  readonly base: Planting;
  readonly golden: Planting;
  /** Tests that notice a crash of the function; undefined if that is unknown. */
  readonly reach: ReadonlySet<string> | undefined;
}

/** Ends the search early. It is not an error. */
class Interrupted extends Error {
  readonly result: Exclude<ValueFaultsResult, { kind: 'verified' }>;

  constructor(result: Exclude<ValueFaultsResult, { kind: 'verified' }>) {
    super(result.kind);
    this.result = result;
  }
}

async function search(options: ValueFaultOptions): Promise<SearchResult> {
  const { prepared, draw, limits, baseline } = options;
  const { repository, baseTree, instance } = prepared;
  const goldenTree = await repository.readTree(instance.golden);
  const base = await sourceFunctions(repository, baseTree, true);
  const golden = await sourceFunctions(repository, goldenTree, true);
  const pool = candidates(base, golden, draw.of(instance.id)).filter(
    ({ base: own }) => own.length === 1,
  );
  const reach = reachByFunction(prepared.faults);
  const time = new TrialTime(limits);
  const { base: onBase = [], golden: onGolden = [] } = baseline.durations_ms ?? {};
  for (const duration of [...onBase, ...onGolden]) time.add(duration);
  const faults: VerifiedFault[] = [];
  const tried = new Set<string>();
  let [rounds, size] = [0, KNOWN_AT_ONCE];
  try {
    while (faults.length < WANTED && rounds < MAX_ROUNDS) {
      const chosen = drawRound(pool, { reach, draw, tried, size });
      if (chosen.length === 0) break;
      for (const { candidate, key } of chosen) tried.add(idOf(candidate, key));
      rounds += 1;
      const verified = await tryRound(options, chosen, goldenTree, time);
      if (verified === 'broken') size = Math.max(1, size - 1);
      else faults.push(...verified);
    }
  } catch (error) {
    if (error instanceof Interrupted) return error.result;
    throw error;
  }
  return { kind: 'verified', faults, rounds };
}

function idOf({ path, name }: Pick<Candidate, 'path' | 'name'>, key: string): string {
  return `${path}\0${name}\0${key}`;
}

function reachByFunction(
  known: PlantedFaults | undefined,
): ReadonlyMap<string, ReadonlySet<string>> {
  const { test_ids: ids = [], faults = [] } = known ?? {};
  return new Map(
    faults.map(({ name, path, tests, sometimes }) => [
      idOf({ name, path }, ''),
      new Set([...tests, ...sometimes].map((index) => ids[index] ?? '')),
    ]),
  );
}

interface RoundOptions {
  readonly reach: ReadonlyMap<string, ReadonlySet<string>>;
  readonly draw: PrivateDraw;
  readonly tried: ReadonlySet<string>;
  /** Number of functions with known tests. */
  readonly size: number;
}

/**
 * Draws the changes of one round: in functions whose known tests do not overlap, and in one function
 * without known tests. So each test that fails points to one change.
 */
function drawRound(
  pool: readonly Candidate[],
  { reach, draw, tried, size }: RoundOptions,
): readonly DrawnFault[] {
  const chosen: DrawnFault[] = [];
  const reached = new Set<string>();
  let hasUnknown = false;
  for (const candidate of sortByText(pool, ({ path, name }) =>
    draw.of(path, name, `${tried.size}`),
  )) {
    const known = reach.get(idOf(candidate, ''));
    if (known === undefined ? hasUnknown : [...known].some((id) => reached.has(id))) continue;
    const isFull = chosen.filter((one) => one.reach !== undefined).length >= size;
    if (known !== undefined && isFull) continue;
    const drawn = drawChange(candidate, draw, tried);
    if (drawn === undefined) continue;
    chosen.push({ ...drawn, reach: known });
    for (const id of known ?? []) reached.add(id);
    hasUnknown ||= known === undefined;
  }
  return chosen;
}

/** Draws a change that base's and golden's version of the function can both have. */
function drawChange(
  candidate: Candidate,
  draw: PrivateDraw,
  tried: ReadonlySet<string>,
): Omit<DrawnFault, 'reach'> | undefined {
  const [function_] = candidate.base;
  if (function_ === undefined) return undefined;
  const { path, name } = candidate;
  const own = faultsByKey(function_);
  for (const key of sortByText([...own.keys()], (one) => draw.of(path, name, one))) {
    const fault = own.get(key);
    const golden = locateValueFault({ name, path, key }, candidate.golden);
    if (fault === undefined || golden === undefined || tried.has(idOf(candidate, key))) continue;
    return { candidate, key, base: { function: function_, fault }, golden };
  }
  return undefined;
}

/** Plants the changes in base and golden. `broken` if nothing can be said about single tests. */
async function tryRound(
  options: ValueFaultOptions,
  chosen: readonly DrawnFault[],
  goldenTree: Tree,
  time: TrialTime,
): Promise<readonly VerifiedFault[] | 'broken'> {
  const { baseTree } = options.prepared;
  const onBase = await failuresWith(
    options,
    baseTree,
    chosen.map(({ base }) => base),
    time,
  );
  if (onBase === 'broken') return 'broken';
  if (onBase.size === 0) return [];
  const onGolden = await failuresWith(
    options,
    goldenTree,
    chosen.map(({ golden }) => golden),
    time,
  );
  if (onGolden === 'broken') return 'broken';
  const both = [...onBase].filter((id) => onGolden.has(id));
  const reached = new Set(chosen.flatMap(({ reach }) => [...(reach ?? [])]));
  return chosen.flatMap(({ candidate, key, reach }) => {
    const tests = both.filter((id) => (reach === undefined ? !reached.has(id) : reach.has(id)));
    const { name, path } = candidate;
    return tests.length === 0 ? [] : [{ name, path, key, tests }];
  });
}

/** Returns the stable tests, by id on base, that no longer pass. */
async function failuresWith(
  { prepared, baseline, run, signal }: ValueFaultOptions,
  tree: Tree,
  plantings: readonly Planting[],
  time: TrialTime,
): Promise<ReadonlySet<string> | 'broken'> {
  const stable = baseline.stable_tests ?? [];
  const patched = await plantInTree(prepared.repository, tree, plantings);
  const limits = time.limits();
  const result = await runTests({ prepared, patched, limits, run, attempt: 'faults', signal });
  if (result.kind !== 'ran') throw new Interrupted(result);
  if (result.run.kind === 'no-verdict' || result.tests === undefined) return 'broken';
  const { missing, failing } = compareTests(stable, result.tests);
  const failed = new Set([...missing, ...failing]);
  return failed.size > Math.max(1, stable.length * MAX_SHARE) ? 'broken' : failed;
}
