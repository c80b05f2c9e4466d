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
import { remarkLines } from '../render/origin-lines.ts';
import { summaryTable } from '../tables/summary-table.ts';
import { reportTables } from '../tables/report-tables.ts';
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
  const nothing = { additive: 0, reductive: 0, total: 0 };
  const scores = [
    score(first, 'a'),
    score(second, 'a', { pass: 0, alignment: nothing }),
    score(first, 'b', { reasons: { tests: 'a | b\nc' } }),
  ];
  return await storedRun(scores);
}

/** Writes a run with these scores and other files. */
async function storedRun(
  scores: readonly Score[],
  others: Readonly<Record<string, object>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-summary-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files: Record<string, object> = { 'run.json': plan, ...others };
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
  const { path } = await writeRunSummary(folder, [missing]);
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

const untested = (instance: string, agent: string): Score => {
  const unknown = { additive: null, reductive: null, total: null };
  return score(instance, agent, {
    no_tests: 'it needs a printer',
    pass: null,
    alignment: unknown,
    tests: {
      passed: 0,
      failed: 0,
      skipped: 0,
      total: 0,
      p_min: null,
      f_max: null,
      missing: null,
    },
    reasons: { pass: 'the instance has no tests: it needs a printer' },
  });
};

async function summaryOf(folder: string) {
  const text = await readFile((await writeRunSummary(folder, [])).path, 'utf8');
  const summary = JSON.parse(await readFile(join(folder, 'summary.json'), 'utf8'));
  const report = buildReport([await readResults(folder, 'none')], {
    seed: 1,
    permutations: 10,
    resamples: 0,
  });
  const notes = reportTables(report).flatMap(({ notes }) => notes);
  const rows = summaryTable(report).rows.map((row) => row.slice(0, 3));
  return { rows, text, summary, remarks: remarkLines(report), notes };
}

test('an instance without tests has a part in IFR, and none in Pass', async () => {
  const folder = await storedRun([
    score(first, 'a'),
    score(first, 'b', { pass: 0 }),
    untested(second, 'a'),
    untested(second, 'b'),
  ]);
  const { rows, text, summary, remarks, notes } = await summaryOf(folder);
  expect(summary.agents).toMatchObject([
    { agent: 'a', scored: 2, instances: 1, pass: 1, ifr: 0.75, alignment: 0.75 },
    { agent: 'b', scored: 2, instances: 1, pass: 0, ifr: 0.75 },
  ]);
  expect(rows).toEqual([
    ['a', '2 (1 tested)', '75.0'],
    ['b', '2 (1 tested)', '75.0'],
  ]);
  expect(text).toContain('1 instance without tests: the means of Pass and A are over the other 1');
  expect(text).toMatch(/\| o__r-00000002 \| a #1 \| completed \| no tests \| - \| - \|/);
  expect(remarks).toContain(`Without test results, so left out of Pass and alignment: ${second}.`);
  expect(remarks.join()).not.toContain('every mean');
  expect(notes.join()).toContain('Over the 2 instances that all compared agents have');
  expect(notes.join()).toContain('Pass and alignment are over the 1 with test results.');
});

test('without a patch, an instance without tests counts as 0 for IFR alone', async () => {
  const absent = { schema: 1, reason: 'there is no prediction for this instance', no_tests: true };
  const folder = await storedRun([score(first, 'a'), score(first, 'b')], {
    [`${second}/a/absent.json`]: absent,
    [`${second}/b/absent.json`]: absent,
  });
  const { summary } = await summaryOf(folder);
  expect(summary.agents).toMatchObject([
    { agent: 'a', instances: 1, pass: 1, ifr: 0.375 },
    { agent: 'b', instances: 1, pass: 1, ifr: 0.375 },
  ]);
});

test('a run with no tests at all has a summary and a report', async () => {
  const folder = await storedRun(
    [first, second].flatMap((one) => [untested(one, 'a'), untested(one, 'b')]),
  );
  const { summary } = await summaryOf(folder);
  expect(summary.agents).toMatchObject([
    { agent: 'a', scored: 2, instances: 0, pass: null, ifr: 0.75, alignment: null },
    { agent: 'b', scored: 2, instances: 0, pass: null, ifr: 0.75, alignment: null },
  ]);
});
