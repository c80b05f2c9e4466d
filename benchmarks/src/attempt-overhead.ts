/**
 * What an attempt costs by itself: a nop attempt without tests (container, harvest, proof, removal)
 * beside bare `docker run --rm <image> true` cycles, alternating in one run. An attempt needs one
 * container, so the ratio of the medians is the overhead. Goal: <= 2.0.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { execa } from 'execa';
import { resolveAgent } from '@refbench/agents';
import { DEFAULT_LIMITS } from '@refbench/contracts';
import { readImageDefinitions, resolveBuildNetwork } from '@refbench/env-builder';
import { agentContestant, prepareInstance, selectInstances } from '@refbench/runner';
import { connectEngine } from '@refbench/sandbox';

const ROUNDS = 15;
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
await using prepared = await prepareInstance({
  workspace,
  engine,
  entry,
  build: {
    stateDir,
    network: await resolveBuildNetwork(),
    definitions: await readImageDefinitions(),
  },
  signal,
  onProgress: (message) => void process.stderr.write(`${message}\n`),
});
const nop = agentContestant(await resolveAgent('nop'));

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
    supply: undefined,
    budgetUsd: 0,
    signal,
    onHarvest: () => undefined,
  });
  if (result.kind !== 'ended' || result.outcome.kind !== 'completed') {
    throw new Error(`the nop attempt did not complete: ${JSON.stringify(result)}`);
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

const ratio = median(attempts) / median(bare);
process.stdout.write(
  [
    `instance  ${entry.instance.id}`,
    `engine    ${engine.info.kind} ${engine.info.version}, storage ${await engine.storageMethod()}`,
    `machine   ${availableParallelism()} cores, node ${process.version}`,
    `bare      median ${median(bare).toFixed(0)} ms of ${ROUNDS} (docker run --rm true)`,
    `attempt   median ${median(attempts).toFixed(0)} ms of ${ROUNDS} (nop, without tests)`,
    `ratio     ${ratio.toFixed(2)} (goal <= 2.0)`,
    '',
  ].join('\n'),
);
