/**
 * Measures the overhead of an attempt: a nop attempt without tests (container, patch collection,
 * inspection, removal) compared with bare `docker run --rm <image> true` cycles, alternating in one
 * run. An attempt needs one container, so the overhead is the ratio of the medians. Goal: <= 2.0.
 *
 * Then measures what full controls add to grading a patch that passes, compared with one run of its
 * suite: nop is graded with `--controls fast` and `--controls full`, alternating. Goal: at most two
 * runs of the suite.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { resolveAgent } from '@refbench/agents';
import {
  DEFAULT_LIMITS,
  DEFAULT_PLANNING,
  testsRecordSchema,
  type ControlsLevel,
} from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import { readImageDefinitions, resolveBuildNetwork } from '@refbench/env-builder';
import { agentSubmission, executeRun, loadPrompts, predictionSubmissions } from '@refbench/runner';
import { prepareInstance, selectInstances } from '@refbench/instances';
import { connectEngine } from '@refbench/sandbox';

const ROUNDS = 15;
const GRADINGS = 3;
const root = resolve(import.meta.dirname, '../..');
const stateDir = process.env['REFBENCH_STATE_DIR'] ?? resolve(root, '.refbench');

const workspace = {
  instancesDir: resolve(root, 'instances'),
  rulesDir: resolve(root, 'rules'),
  runsDir: resolve(root, 'runs'),
  stateDir,
  mirror: process.env['REFBENCH_MIRROR'],
};
const pattern = process.argv[2] ?? 'refbench__*';
const signal = new AbortController().signal;

await using engine = await connectEngine({ stateDir });
const [entry] = await selectInstances(workspace, [pattern]);
if (entry === undefined) throw new Error(`no instance ${pattern}`);
const build = {
  stateDir,
  network: await resolveBuildNetwork(),
  definitions: await readImageDefinitions(),
};
await using prepared = await prepareInstance({
  workspace,
  engine,
  entry,
  build,
  signal,
  onProgress: (message) => void process.stderr.write(`${message}\n`),
});
const nop = agentSubmission(await resolveAgent('nop'));

async function bareCycle(): Promise<void> {
  const { imageId } = prepared.environment;
  await execa('docker', ['run', '--rm', '--network', 'none', imageId, 'true']);
}

async function nopAttempt(): Promise<void> {
  const result = await nop.try({
    prepared,
    prompt: 'nothing',
    limits: DEFAULT_LIMITS.agent,
    run: 'benchmark',
    attempt: '1',
    repeat: 1,
    folder: stateDir,
    modelService: undefined,
    budgetUsd: 0,
    spentBeforeUsd: 0,
    signal,
    drain: signal,
    onCollect: () => undefined,
  });
  if (result.kind !== 'ended' || result.outcome.kind !== 'completed') {
    throw new Error(`the nop attempt did not complete: ${JSON.stringify(result)}`);
  }
}

interface Graded {
  readonly ms: number;
  /** Duration of the run of the suite that determines the score. */
  readonly suiteMs: number;
  readonly furtherRuns: number;
}

/** Grades nop from the start, in a temporary runs folder. */
async function gradeNop(controls: ControlsLevel): Promise<Graded> {
  const runsDir = await mkdtemp(join(tmpdir(), 'refbench-overhead-'));
  try {
    const start = performance.now();
    const { scores, folder } = await executeRun({
      run: 'overhead',
      submissions: (await predictionSubmissions('nop', [])).submissions,
      entries: entry === undefined ? [] : [entry],
      workspace: { ...workspace, runsDir },
      engine,
      build,
      track: 'instructed',
      mode: 'direct',
      prompts: await loadPrompts(),
      planning: DEFAULT_PLANNING,
      limits: { agent: DEFAULT_LIMITS.agent, grade: DEFAULT_LIMITS.grade },
      controls,
      parallel: 1,
      drain: signal,
      stop: signal,
      listener: () => undefined,
    });
    const ms = performance.now() - start;
    const [score] = scores;
    if (score?.pass !== 1) throw new Error(`nop did not pass: ${JSON.stringify(score?.reasons)}`);
    const path = join(folder, score.instance, score.agent, '1', 'tests.json');
    const tests = await readJsonFile(path, testsRecordSchema);
    if (tests.kind !== 'valid') throw new Error(`${path} is ${tests.kind}`);
    return { ms, suiteMs: tests.value.duration_ms, furtherRuns: score.controls?.suite_runs ?? 0 };
  } finally {
    await rm(runsDir, { recursive: true });
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const bare: number[] = [];
const attempts: number[] = [];
await bareCycle();
await nopAttempt();
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(await timed(bareCycle));
  attempts.push(await timed(nopAttempt));
}

const fast: Graded[] = [];
const full: Graded[] = [];
await gradeNop('none'); // measures the baseline if there is none
for (let round = 0; round < GRADINGS; round += 1) {
  fast.push(await gradeNop('fast'));
  full.push(await gradeNop('full'));
}
const suite = median([...fast, ...full].map(({ suiteMs }) => suiteMs));
const added = median(full.map(({ ms }) => ms)) - median(fast.map(({ ms }) => ms));
const furtherRuns = Math.max(...full.map((graded) => graded.furtherRuns));

const ratio = median(attempts) / median(bare);
process.stdout.write(
  [
    `instance  ${entry.instance.id}`,
    `engine    ${engine.info.kind} ${engine.info.version}, storage ${await engine.storageMethod()}`,
    `machine   ${availableParallelism()} cores, node ${process.version}`,
    `bare      median ${median(bare).toFixed(0)} ms of ${ROUNDS} (docker run --rm true)`,
    `attempt   median ${median(attempts).toFixed(0)} ms of ${ROUNDS} (nop, without tests)`,
    `ratio     ${ratio.toFixed(2)} (goal <= 2.0)`,
    `suite     median ${suite.toFixed(0)} ms of ${GRADINGS * 2}`,
    `controls  median ${added.toFixed(0)} ms of ${GRADINGS} added to a patch that passes`,
    `          ${(added / suite).toFixed(2)} runs of the suite by time, ${furtherRuns} by number (goal <= 2)`,
    '',
  ].join('\n'),
);
