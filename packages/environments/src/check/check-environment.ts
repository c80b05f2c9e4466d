import { RefbenchError, type Limits } from '@refbench/contracts';
import {
  addedBytes,
  ADMISSION,
  admissionFailures,
  countsText,
  timeText,
  type AdmissionFailure,
  type Observation,
  type ObservedRun,
  type State,
} from '@refbench/env-builder';
import type { Tree } from '@refbench/repos';
import { SCRIPTS, TESTBED, WRITABLE } from '@refbench/workspace';
import type { PreparedEnvironment } from '@refbench/instances';
import { runTests, type RanTests } from '@refbench/suites';
import { allOf } from './all-of.ts';
import { twoCoresAreFree } from './free-cores.ts';

export interface CheckOptions {
  readonly prepared: PreparedEnvironment;
  readonly limits: Limits;
  readonly run: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
  /** Runs per state. With one, an unstable suite is not noticed. Default: `ADMISSION.runs`. */
  readonly rounds?: number;
  /** After a round that took longer, there is no further one. Default: no limit. */
  readonly longMs?: number;
  /** Tests base and golden at the same time even if other work uses the cores. Default: false. */
  readonly together?: boolean;
  /** Whether to stop after this first run of base, where nothing runs beside it. Default: never. */
  readonly stopAfter?: ((first: RanTests) => boolean) | undefined;
  /** Waits until suites may run. Default: they may at once. */
  readonly turn?: SuiteTurn | undefined;
}

/** Runs an action that runs suites when no other one does. */
export type SuiteTurn = <T>(act: () => Promise<T>) => Promise<T>;

/**
 * Observations of an environment, and the reasons to reject it. An admitted environment has no
 * failures.
 */
export interface EnvironmentCheck {
  readonly observation: Observation;
  readonly failures: readonly AdmissionFailure[];
  /** The id of the image that was observed. */
  readonly imageId: string;
  /** The runs of each state, which a calibration of the same image can use. */
  readonly results: Readonly<Record<State, readonly RanTests[]>>;
}

/**
 * Validates an environment under the conditions of a run: without network, in fresh containers,
 * base and golden twice each, both at a time if two cores are free. Golden's files are written over
 * base in a temporary container.
 * @throws RefbenchError kind `infra-incomplete` if the infrastructure failed
 */
export async function checkEnvironment(options: CheckOptions): Promise<EnvironmentCheck> {
  const { turn = (act) => act() } = options;
  return await turn(() => checkNow(options));
}

async function checkNow(options: CheckOptions): Promise<EnvironmentCheck> {
  const { engine, environment } = options.prepared;
  options.onProgress('git status after setup_shell.sh, offline');
  const unclean = await uncleanLines(options);
  const imageBytes = await addedBytes(engine, environment.imageId, environment.baseImage.imageId);
  const judge = (results: Results): EnvironmentCheck => {
    const runs = results.base.flatMap((_, round) =>
      STATES.flatMap((state) =>
        results[state].slice(round, round + 1).map((run) => observedRun(state, run)),
      ),
    );
    const observation: Observation = { runs, imageBytes, unclean };
    const failures = admissionFailures(observation);
    return { observation, failures, imageId: environment.imageId, results };
  };
  const isHopeless = (results: Results): boolean => hasLasting(judge(results));
  if (options.together === true || (await twoCoresAreFree())) {
    const check = judge(await runRounds(options, true, isHopeless));
    const isUnstable = check.failures.some(({ kind }) => kind === 'unstable');
    if (!isUnstable || hasLasting(check)) return check;
    // The suites may only have disturbed each other.
    options.onProgress('results differ between runs, so each state is tested again by itself');
  }
  return judge(await runRounds(options, false, isHopeless));
}

/** Reasons that remain if a suite runs by itself. */
const LASTING: ReadonlySet<AdmissionFailure['kind']> = new Set([
  'too-few-tests',
  'too-few-passing',
  'too-large',
  'unclean',
]);

function hasLasting({ failures }: EnvironmentCheck): boolean {
  return failures.some(({ kind }) => LASTING.has(kind));
}

const STATES: readonly State[] = ['base', 'golden'];

type Results = EnvironmentCheck['results'];

/**
 * Runs the suites of both states round by round. A suite without a verdict needs no second run, nor does one
 * that is refused anyway; one by one, golden needs none either if base is refused.
 */
async function runRounds(
  options: CheckOptions,
  together: boolean,
  isHopeless: (results: Results) => boolean,
): Promise<Results> {
  const { longMs = Number.POSITIVE_INFINITY, stopAfter = () => false, prepared } = options;
  const { repository, instance, baseTree } = prepared;
  const trees = { base: baseTree, golden: await repository.readTree(instance.golden) };
  const results: Record<State, RanTests[]> = { base: [], golden: [] };
  const last = (): readonly RanTests[] =>
    Object.values(results).flatMap((runs) => runs.at(-1) ?? []);
  const batches = together ? [STATES] : STATES.map((state) => [state]);
  for (let round = 1; round <= roundsOf(options); round += 1) {
    const runOne = async (state: State): Promise<void> => {
      results[state].push(await observe(options, state, round, trees[state]));
    };
    for (const batch of batches) {
      await allOf(batch.map(runOne));
      if (last().some(lacksVerdict) || isHopeless(results)) return results;
      if (results.golden.length === 0 && last().some(stopAfter)) return results;
    }
    if (last().some(({ durationMs }) => durationMs > longMs)) return results;
  }
  return results;
}

function lacksVerdict({ run }: RanTests): boolean {
  return run.kind === 'no-verdict';
}

function roundsOf({ rounds = ADMISSION.runs }: CheckOptions): number {
  return rounds;
}

function observedRun(state: State, { run, tests, durationMs, log }: RanTests): ObservedRun {
  const failing = [...(tests ?? [])].flatMap(([id, outcome]) => (outcome === 'failed' ? [id] : []));
  return { state, run, failing: failing.sort(), durationMs, log: log.bytes.toString('utf8') };
}

async function observe(
  options: CheckOptions,
  state: State,
  round: number,
  tree: Tree,
): Promise<RanTests> {
  const { prepared, limits, run, signal } = options;
  options.onProgress(`run ${round}/${roundsOf(options)} on ${state}`);
  const result = await runTests({
    prepared,
    patched: tree,
    limits,
    run,
    attempt: `check-${state}-${round}`,
    signal,
  });
  if (result.kind === 'ran') {
    options.onProgress(`run ${round} on ${state}: ${countsText(result.run)}, ${timeText(result)}`);
    return result;
  }
  signal.throwIfAborted();
  throw machineFailed(prepared, result.kind === 'infra' ? result.detail : 'it was stopped');
}

/** Exits with 0 and prints the lines that `git status` shows only after the script. */
const STATUS_SCRIPT = `
as_bench() { setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs --inh-caps=-all \\
  env -i PATH="$PATH" HOME=/home/bench USER=bench LOGNAME=bench TMPDIR=/tmp LANG=C.UTF-8 TZ=UTC bash -c "$1"; }
status() { as_bench 'cd ${TESTBED} && git status --porcelain --untracked-files=all' | sort; }
before=$(status)
as_bench 'cd ${TESTBED} && source ${SCRIPTS}/setup_shell.sh' </dev/null >/dev/null 2>&1
echo '== status'
comm -13 <(printf '%s\\n' "$before") <(status)
`;

async function uncleanLines({
  prepared,
  limits,
  run,
  signal,
}: CheckOptions): Promise<readonly string[]> {
  await using created = await prepared.engine.createContainer({
    profile: 'grade',
    image: prepared.environment.imageId,
    command: ['bash', '-c', STATUS_SCRIPT],
    env: {},
    workingDir: TESTBED,
    limits,
    mounts: [{ source: prepared.environment.scripts, target: SCRIPTS }],
    writable: WRITABLE,
    labels: { run, instance: prepared.instance.id, attempt: 'check-status', phase: 'grade' },
  });
  await using running = await created.start({ signal });
  await using stopped = await running.ended;
  const log = stopped.log.bytes.toString('utf8');
  const [, listed] = log.split('== status\n');
  if (stopped.end.kind === 'exited' && listed !== undefined) {
    return listed.split('\n').filter((line) => line !== '');
  }
  signal.throwIfAborted();
  throw machineFailed(prepared, `the container for git status ended as ${stopped.end.kind}`);
}

function machineFailed(prepared: PreparedEnvironment, detail: string): RefbenchError {
  return new RefbenchError({
    kind: 'infra-incomplete',
    message: `${prepared.instance.id}: the environment could not be checked: ${detail}`,
    hint: 'check the container engine with refbench doctor, then run the same command again',
  });
}
