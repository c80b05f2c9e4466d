import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { resolveAgent } from '@refbench/agents';
import {
  attemptRecordSchema,
  DEFAULT_LIMITS,
  DEFAULT_PLANNING,
  type Score,
} from '@refbench/contracts';
import type { ImageOptions } from '@refbench/env-builder';
import type { Engine } from '@refbench/sandbox';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { agentSubmission } from '../attempt/agent-submission.ts';
import type { Submission } from '../submission/submission.ts';
import { loadPrompts } from '../modes/load-prompts.ts';
import { predictionSubmissions } from '../predictions/prediction-submission.ts';
import { selectInstances } from '@refbench/instances';
import { executeRun } from './execute-run.ts';
import type { RunResult } from './run-result.ts';

const root = resolve(import.meta.dirname, '../../../..');
const TALLY = 'refbench__tally-6637120b';

/** An engine on which nothing but the sweep of a run is allowed. */
const idleEngine = new Proxy({} as Engine, {
  get: (_target, name) => {
    if (name === 'sweep') return () => Promise.resolve({ containers: [], volumes: [] });
    throw new Error(`engine.${String(name)} was used for an instance without tests`);
  },
});

interface Ran {
  readonly result: RunResult;
  /** Reads a file of the run. */
  readonly read: (name: string) => Promise<string>;
}

/** Runs submissions on the bundled instance as one without tests. */
async function run(
  submissions: readonly Submission[],
  inspect: (ran: Ran) => Promise<void> = () => Promise.resolve(),
): Promise<readonly Score[]> {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  for (const name of ['instances', 'rules']) {
    await cp(join(root, name, TALLY), join(folder.path, name, TALLY), { recursive: true });
  }
  await rm(at(`instances/${TALLY}/environment`), { recursive: true });
  const yaml = at(`instances/${TALLY}/instance.yaml`);
  await writeFile(yaml, `${await readFile(yaml, 'utf8')}\nno_tests: it needs a printer\n`);
  const workspace = {
    instancesDir: at('instances'),
    rulesDir: at('rules'),
    runsDir: at('runs'),
    stateDir: at('state'),
    mirror: undefined,
  };
  const never = new AbortController().signal;
  const result = await executeRun({
    run: 'r',
    submissions,
    entries: await selectInstances(workspace, [TALLY]),
    workspace,
    engine: idleEngine,
    build: { stateDir: at('state'), network: {} } as ImageOptions,
    track: 'open',
    mode: 'direct',
    prompts: await loadPrompts(undefined),
    limits: DEFAULT_LIMITS,
    planning: DEFAULT_PLANNING,
    controls: 'full',
    parallel: 1,
    drain: never,
    stop: never,
    listener: () => undefined,
  });
  await inspect({ result, read: (name) => readFile(at(`runs/r/${TALLY}/${name}`), 'utf8') });
  return result.scores;
}

test('submitted patches are scored by the rules alone, without a container', async () => {
  const submissions = [];
  for (const name of ['golden', 'nop']) {
    submissions.push(...(await predictionSubmissions(name, [TALLY])).submissions);
  }
  const scores = await run(submissions);
  const [golden, nop] = ['golden', 'nop'].map((name) => scores.find(({ agent }) => agent === name));
  expect(golden).toMatchObject({
    verdict: 'model',
    no_tests: 'it needs a printer',
    pass: null,
    pass_strict: null,
    ifr: { additive: 1, reductive: 1, total: 1 },
    alignment: { additive: null, reductive: null, total: null },
    alignment_strict: { total: null },
    tests: { total: 0, p_min: null, f_max: null },
    digests: { image: null, recipe: null, baseline: null },
    integrity: { controls: 'full' },
    controls: null,
  });
  expect(golden?.precision.total).toBeGreaterThan(0.4);
  expect(golden?.reasons).toMatchObject({
    pass: 'the instance has no tests: it needs a printer',
    pass_strict: 'the instance has no tests: it needs a printer',
  });
  expect(nop).toMatchObject({ pass: null, ifr: { total: 0 }, alignment: { total: null } });
}, 60_000);

test('the agents golden and nop need no container either, and are recorded as such', async () => {
  const agent = agentSubmission(await resolveAgent('golden'));
  const scores = await run([agent], async ({ result, read }) => {
    expect(result.incomplete).toEqual([]);
    const record = attemptRecordSchema.parse(JSON.parse(await read('golden/1/attempt.json')));
    expect(record.inputs).toMatchObject({ image: null });
    expect(record.inputs).not.toHaveProperty('seccomp');
    expect(record).not.toHaveProperty('limits');
  });
  expect(scores).toMatchObject([{ pass: null, ifr: { total: 1 } }]);
}, 60_000);

test('a patch that does not apply follows no rule, and has no Pass', async () => {
  const broken: Submission = {
    name: 'broken',
    version: 'predictions',
    digest: `sha256:${'0'.repeat(64)}`,
    modes: ['direct'],
    needsNoContainer: true,
    givenPatch: () => Promise.resolve(Buffer.from('not a patch')),
    try: () =>
      Promise.resolve({
        kind: 'ended',
        outcome: {
          kind: 'completed',
          oom_seen: false,
        },
        collected: {
          kind: 'given',
          patch: Buffer.from('not a patch'),
        },
        log: {
          bytes: Buffer.alloc(0),
          droppedBytes: 0,
        },
        durationMs: 0,
      }),
  };
  expect(await run([broken])).toMatchObject([
    { pass: null, ifr: { total: 0 }, alignment: { total: null } },
  ]);
}, 60_000);

test('an agent that needs a container is refused before anything is prepared', async () => {
  const agent = agentSubmission(await resolveAgent('script', { script: import.meta.filename }));
  await expect(run([agent])).rejects.toMatchObject({
    kind: 'usage',
    message: `agent "script" needs a container, but ${TALLY} has no tests and so no image`,
  });
});
