import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEFAULT_LIMITS, scoreSchema, type RunPlan, type Score } from '@refbench/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildReport } from './model/build-report.ts';
import { readResults } from './sources/read-results.ts';

const digest = `sha256:${'1f'.repeat(32)}`;
const instances = ['o__r-00000001', 'o__r-00000002', 'o__r-00000003', 'o__r-00000004'] as const;

const plan: RunPlan = {
  schema: 1,
  run: 'tried',
  created_at: '2026-11-21T10:00:00Z',
  tool: 'refbench/0.1.0',
  track: 'open',
  mode: 'direct',
  agents: [
    { name: 'a', version: '1', digest },
    { name: 'b', version: '1', digest },
  ],
  instances: [...instances],
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

async function runWith(
  scores: readonly Score[],
  more: Record<string, string> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-run-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = {
    'run.json': JSON.stringify(plan),
    ...Object.fromEntries(
      scores.map((one) => [
        `${one.instance}/${one.agent}/${one.attempt}/score.json`,
        JSON.stringify(one),
      ]),
    ),
    ...more,
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

describe('readResults of a run', () => {
  it('uses the last graded attempt and its usage', async () => {
    const [first] = instances;
    const record = {
      schema: 1,
      instance: first,
      agent: 'a',
      attempt: 10,
      outcome: { kind: 'completed', oom_seen: false },
      harvested: { kind: 'none', reason: 'x' },
      inputs: { image: digest, prompt: digest, agent: digest },
      started_at: '2026-11-21T10:00:00Z',
      duration_ms: 90_000,
      tool: 't',
    };
    const folder = await runWith(
      [
        score(first, 'a', { attempt: 2, pass: 0 }),
        score(first, 'a', { attempt: 10, graded_ifr: 0.9 }),
      ],
      {
        [`${first}/a/11/prompt.md`]: 'not graded yet',
        [`${first}/a/10/attempt.json`]: JSON.stringify({
          ...record,
          usage: {
            usd: 0.75,
            requests: 2,
            input_tokens: 100,
            output_tokens: 20,
            client: null,
          },
        }),
      },
    );
    const { observations, source, planned } = await readResults(folder, 'none');
    expect([...observations][0]).toMatchObject({
      agent: 'a',
      instance: first,
      result: { kind: 'scored', figures: { pass: 1, graded_ifr: 0.9 } },
      usage: { costUsd: 0.75, inputTokens: 100, outputTokens: 20, seconds: 90 },
    });
    expect(source).toMatchObject({ kind: 'run', id: 'tried', tools: ['refbench/0.1.0'] });
    expect(planned[0]).toMatchObject({ agents: ['a', 'b'], instances });
  });

  it('distinguishes failures of model, infrastructure and instance', async () => {
    const [one, two, three, four] = instances;
    const folder = await runWith([
      ...[one, two, three].map((instance) => score(instance, 'a')),
      score(one, 'b', { pass: 0, reasons: { patch: 'it does not apply' } }),
      score(two, 'b', { verdict: 'infra', reasons: { pass: 'the machine failed' } }),
      score(three, 'b', { verdict: 'instance', reasons: { pass: 'golden fails here' } }),
    ]);
    const report = buildReport([await readResults(folder, 'none')], {
      seed: 1,
      permutations: 10,
      resamples: 0,
    });
    expect(report.publishable).toBe(false);
    expect(report.holes.map(({ agent, instance, reason }) => [agent, instance, reason])).toEqual([
      ['a', four, 'no attempt has a score'],
      ['b', two, 'the machine failed'],
      ['b', four, 'no attempt has a score'],
    ]);
    expect(report.voids).toEqual([
      { track: 'open', mode: 'direct', instance: three, reason: 'golden fails here' },
    ]);
    // What is left is the same for both.
    expect(report.summaries.filter(({ metric }) => metric === 'pass')).toMatchObject([
      { agent: 'a', n: 1, mean: 1 },
      { agent: 'b', n: 1, mean: 0 },
    ]);
  });

  it('reads repeats, and merges those of two runs of the same plan', async () => {
    const [first] = instances;
    const one = { ...plan, instances: [first], repeats: 2 };
    const json = (agent: string, pass: 0 | 1, repeat?: number): string =>
      JSON.stringify(score(first, agent, { pass, ...(repeat === undefined ? {} : { repeat }) }));
    const files = {
      'run.json': JSON.stringify(one),
      [`${first}/a/1/score.json`]: json('a', 1),
      [`${first}/a/repeat-2/1/score.json`]: json('a', 0, 2),
      [`${first}/b/1/score.json`]: json('b', 1),
      [`${first}/b/repeat-2/1/score.json`]: json('b', 1, 2),
    };
    const folder = await runWith([], files);
    const set = await readResults(folder, 'none');
    expect([...set.observations].map(({ agent, repeat }) => [agent, repeat])).toEqual([
      ['a', undefined],
      ['a', 2],
      ['b', undefined],
      ['b', 2],
    ]);
    const again = await readResults(
      await runWith([], { ...files, 'run.json': JSON.stringify({ ...one, run: 'again' }) }),
      'none',
    );
    const options = { seed: 1, permutations: 10, resamples: 0 };
    const both = buildReport([set, again], options);
    expect(both.repeats.find(({ metric }) => metric === 'pass')).toMatchObject({
      agent: 'a',
      fewest: 4,
      mean: 0.5,
    });
    const other = await readResults(
      await runWith([], { ...files, 'run.json': JSON.stringify({ ...one, run: 'o', judge: 'm' }) }),
      'none',
    );
    expect(() => buildReport([set, other], options)).toThrow(
      /"tried" and "o" both contain results of a on o__r-00000001 .*under different plans/,
    );
    expect(() => buildReport([set, set], options)).toThrow('both contain');
  });

  it('rejects a folder without a run, and a damaged plan', async () => {
    const folder = await runWith([], { 'run.json': '{' });
    await expect(readResults(folder, 'none')).rejects.toThrow(/run.json: /);
    await expect(readResults(tmpdir(), 'none')).rejects.toThrow('is not a run folder');
  });
});
