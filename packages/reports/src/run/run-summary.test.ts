import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  DEFAULT_LIMITS,
  runDetailsSchema,
  scoreSchema,
  type RunPlan,
  type Score,
} from '@refbench/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { buildReport } from '../model/build-report.ts';
import { readResults } from '../sources/read-results.ts';
import { readRunDetails } from './read-run-details.ts';
import { writeRunSummary } from './write-run-summary.ts';

const digest = `sha256:${'2e'.repeat(32)}`;
const [first, second] = ['o__r-00000001', 'o__r-00000002'] as const;

const plan: RunPlan = {
  schema: 1,
  run: 'tried',
  created_at: '2026-11-21T10:00:00Z',
  tool: 'refbench/0.1.0',
  track: 'open',
  mode: 'direct',
  agents: [
    { name: 'a', version: '1', digest },
    { name: 'b', version: '1', digest, model: 'm' },
  ],
  instances: [first, second],
  limits: { agent: DEFAULT_LIMITS.agent, grade: DEFAULT_LIMITS.grade },
};

function score(instance: string, agent: string, changes: Partial<Score> = {}): Score {
  const ratio = { additive: 1, reductive: 0.5, total: 0.75 };
  return scoreSchema.parse({
    schema: 1,
    instance,
    agent,
    attempt: 1,
    outcome: { kind: 'completed', oom_seen: false },
    verdict: 'model',
    tests: { passed: 1, failed: 0, skipped: 0, total: 1, p_min: 1, f_max: 0 },
    pass: 1,
    ifr: ratio,
    alignment: ratio,
    precision: ratio,
    rules: { additive: { matched: 1, total: 1 }, reductive: { unmatched: 1, total: 2 } },
    digests: {
      patch: digest,
      image: digest,
      recipe: digest,
      ruleset: digest,
      baseline: digest,
      tool: 'refbench/0.1.0',
    },
    reasons: {},
    ...changes,
  });
}

function record(instance: string, agent: string): object {
  return {
    schema: 1,
    instance,
    agent,
    attempt: 1,
    outcome: { kind: 'completed', oom_seen: false },
    harvested: { kind: 'none', reason: 'x' },
    inputs: { image: digest, prompt: digest, agent: digest },
    usage: { usd: 0.5, requests: 1, input_tokens: 1, output_tokens: 1, client: null },
    started_at: '2026-11-21T10:00:00Z',
    duration_ms: 2000,
    tool: 't',
  };
}

/** Agent b has no score on the second instance, where agent a failed. */
async function unevenRun(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-summary-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const nothing = { additive: 0, reductive: 0, total: 0 };
  const scores = [
    score(first, 'a'),
    score(second, 'a', { pass: 0, alignment: nothing }),
    score(first, 'b', { reasons: { tests: 'a | b\nc' } }),
  ];
  const files: Record<string, object> = { 'run.json': plan };
  for (const one of scores) {
    files[`${one.instance}/${one.agent}/1/score.json`] = one;
    files[`${one.instance}/${one.agent}/1/attempt.json`] = record(one.instance, one.agent);
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), JSON.stringify(content));
  }
  return folder;
}

test('the summary of a run has the means of its report', async () => {
  const folder = await unevenRun();
  const missing = {
    instance: second,
    agent: 'b',
    kind: 'engine',
    reason: 'gone',
    hint: '',
  } as const;
  const path = await writeRunSummary(folder, [missing]);
  const summary = JSON.parse(await readFile(join(folder, 'summary.json'), 'utf8'));
  // Agent a failed on the second instance, which b does not have: it counts for neither.
  expect(summary).toMatchObject({
    schema: 2,
    run: 'tried',
    agents: [
      { agent: 'a', planned: 2, scored: 2, instances: 1, pass: 1, alignment: 0.75 },
      { agent: 'b', planned: 2, scored: 1, instances: 1, pass: 1, alignment: 0.75 },
    ],
    incomplete: [missing],
  });
  expect(summary.scores).toHaveLength(3);
  const report = buildReport([await readResults(folder, 'none')], {
    seed: 1,
    permutations: 10,
    resamples: 0,
  });
  const reported = report.summaries
    .filter(({ metric }) => metric === 'alignment')
    .map(({ agent, mean }) => ({ agent, alignment: mean }));
  expect(summary.agents).toMatchObject(reported);
  const markdown = await readFile(path, 'utf8');
  expect(markdown).toContain('| a | 2/2 | 1.000 | 0.750 | 0.750 | 0.750 | - | - |');
  expect(markdown).toContain('tests: a   b c');
  expect(markdown).toContain(`- ${second}, b: gone`);
});

test('the details of a run have the same means, and the state of each attempt', async () => {
  const folder = await unevenRun();
  const details = runDetailsSchema.parse(await readRunDetails(folder, plan));
  expect(details.summary).toMatchObject({
    attempts: 3,
    agents: [
      { agent: 'a', model: null, scored: 2, pass: 1, alignment: 0.75, usd: 1 },
      { agent: 'b', model: 'm', scored: 1, pass: 1, alignment: 0.75, usd: 0.5 },
    ],
  });
  expect(
    details.results.map(({ instance, agent, state, pass }) => [instance, agent, state, pass]),
  ).toEqual([
    [first, 'a', 'scored', 1],
    [first, 'b', 'scored', 1],
    [second, 'a', 'scored', 0],
    [second, 'b', 'not started', null],
  ]);
});
