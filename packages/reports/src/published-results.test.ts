import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_PUBLISHED_DATA, publishedData } from '@refbench/test-helpers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildReport } from './model/build-report.ts';
import { readResults } from './sources/read-results.ts';
import { reportTables } from './tables/report-tables.ts';

const OPTIONS = { seed: 1, permutations: 1000, resamples: 200 };

interface Changes {
  readonly rules?: object;
  readonly tests?: object | null;
  readonly inference?: object;
}

function result(agent: string, base: string, changes: Changes = {}): object {
  const suite = { passed: 10, failed: 2, skipped: 0, total: 12, error: null };
  return {
    instance_metadata: {
      owner: 'Own',
      repo: 'Repo',
      base_hash: base.padEnd(40, '0'),
      golden_metrics: suite,
      base_metrics: suite,
    },
    agent_config: { id: agent },
    agent_test_metrics: changes.tests === undefined ? suite : changes.tests,
    agent_rule_metrics: {
      positive_rules_matched: 1,
      negative_rules_matched: 1,
      total_positive_rules: 2,
      total_negative_rules: 4,
      ifr: 4 / 6,
      positive_ifr: 0.5,
      negative_ifr: 0.75,
      ...changes.rules,
    },
    inference_metadata: {
      cost_usd: 0.5,
      finish_reason: 'success',
      start_time: '2026-01-15T09:00:00Z',
      finish_time: '2026-01-15T09:01:30Z',
      description_type: 'open',
      ...changes.inference,
    },
    _dir: 'output_open',
  };
}

async function fileWith(...results: readonly object[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-reports-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'results.jsonl');
  await writeFile(path, `${results.map((one) => JSON.stringify(one)).join('\n')}\n`);
  await writeFile(
    join(folder, 'instances.csv'),
    'owner,repo,commit_hash,golden_commit_hash,combined_score,category,language\nOwn,Repo,aaaaaaaa1,b,0.5,api,go\n',
  );
  return path;
}

describe('readResults of the published format', () => {
  it('computes the metrics from the counts', async () => {
    const set = await readResults(await fileWith(result('x', 'aaaaaaaa')), 'none');
    expect(set.instances).toEqual([{ id: 'own__repo-aaaaaaaa', language: 'go', category: 'api' }]);
    expect([...set.observations]).toEqual([
      {
        agent: 'x',
        track: 'open',
        mode: 'direct',
        instance: 'own__repo-aaaaaaaa',
        ending: 'success',
        usage: { costUsd: 0.5, inputTokens: null, outputTokens: null, seconds: 90 },
        result: {
          kind: 'scored',
          figures: expect.objectContaining({ pass: 1, ifr: 4 / 6, alignment: 4 / 6 }) as object,
        },
      },
    ]);
  });

  it.each<[string, Changes, number]>([
    [
      'fewer tests pass',
      { tests: { passed: 9, failed: 2, skipped: 0, total: 12, error: null } },
      0,
    ],
    [
      'more tests fail',
      { tests: { passed: 10, failed: 3, skipped: 0, total: 13, error: null } },
      0,
    ],
    [
      'the suite crashed',
      { tests: { passed: 0, failed: -1, skipped: 0, total: 0, error: 'x' } },
      0,
    ],
    ['there is no test result', { tests: null }, 0],
    [
      'one more test passes',
      { tests: { passed: 11, failed: 1, skipped: 0, total: 12, error: null } },
      1,
    ],
  ])('judges Pass when %s', async (_, changes, pass) => {
    const { observations } = await readResults(
      await fileWith(result('x', 'aaaaaaaa', changes)),
      'none',
    );
    const [one] = observations;
    expect(one?.result.kind === 'scored' && one.result.figures.pass).toBe(pass);
  });

  it('rejects a file whose IFR contradicts its counts, and a missing file', async () => {
    const wrong = await fileWith(result('x', 'aaaaaaaa', { rules: { ifr: 0.7 } }));
    await expect(readResults(wrong, 'none')).rejects.toThrow(
      /line 1: stored IFR is 0.7, but the counts give 0.66/,
    );
    await expect(readResults(await fileWith({}), 'none')).rejects.toThrow(
      /line 1: instance_metadata/,
    );
    await expect(readResults('/nowhere/at/all', 'none')).rejects.toThrow('no such file or folder');
  });

  it.each([
    ['more matches than rules', { rules: { positive_rules_matched: 3 } }, 'more rules match'],
    [
      'a negative count',
      { tests: { passed: -1, failed: 0, skipped: 0, total: 0, error: null } },
      'line 2',
    ],
  ])('refuses %s, and says where', async (_, changes, words) => {
    const path = await fileWith(result('x', 'bbbbbbbb'), result('x', 'aaaaaaaa', changes));
    await expect(readResults(path, 'none')).rejects.toMatchObject({
      kind: 'invalid-file',
      message: expect.stringContaining(words) as string,
    });
  });

  it('rejects duplicate results, and accepts repeats', async () => {
    const twice = await fileWith(result('x', 'aaaaaaaa'), result('x', 'aaaaaaaa'));
    await expect(readResults(twice, 'none')).rejects.toThrow(
      'lines 1 and 2 both contain a result of x on own__repo-aaaaaaaa',
    );
    const repeats = await fileWith(
      { ...result('x', 'aaaaaaaa'), repeat: 1 },
      { ...result('x', 'aaaaaaaa', { tests: null }), repeat: 2 },
    );
    const report = buildReport([await readResults(repeats, 'none')], OPTIONS);
    expect(report.repeats.find(({ metric }) => metric === 'pass')).toMatchObject({
      n: 1,
      fewest: 2,
      mean: 0.5,
      best: 1,
      passAtK: [0.5, 1],
      passHatK: [0.5, 0],
    });
  });

  it('accepts a byte-order mark, CRLF line endings and a last line without one', async () => {
    const path = await fileWith();
    const lines = ['aaaaaaaa', 'bbbbbbbb'].map((base) => JSON.stringify(result('x', base)));
    await writeFile(path, `\uFEFF${lines.join('\r\n')}`);
    expect([...(await readResults(path, 'none')).observations]).toHaveLength(2);
  });

  it('recognises an agent that is marked as a reference', async () => {
    const marked = {
      ...result('fixed', 'aaaaaaaa'),
      agent_config: { id: 'fixed', reference: true },
    };
    const set = await readResults(await fileWith(marked, result('x', 'aaaaaaaa')), 'none');
    expect(buildReport([set], OPTIONS).references).toMatchObject([{ agent: 'fixed' }]);
  });

  it('does not count an unknown cost as 0', async () => {
    const unknown = result('x', 'aaaaaaaa', { inference: { cost_usd: -1, finish_time: null } });
    const [observation] = (await readResults(await fileWith(unknown), 'none')).observations;
    expect(observation?.usage).toMatchObject({ costUsd: null, seconds: null });
  });

  it('counts an absent result as 0 on request, and reports the mean without it', async () => {
    const path = await fileWith(
      result('x', 'aaaaaaaa'),
      result('x', 'bbbbbbbb'),
      result('y', 'aaaaaaaa'),
    );
    const set = await readResults(path, 'none');
    const report = buildReport([set], { ...OPTIONS, absent: 'zero' });
    const summary = report.summaries.find((one) => one.agent === 'y' && one.metric === 'pass');
    expect(summary).toMatchObject({ n: 2, mean: 0.5, zeros: 1, dropped: { n: 1, mean: 1 } });
    expect(report.zeros).toContainEqual({
      track: 'open',
      mode: 'direct',
      agent: 'y',
      metric: 'pass',
      instance: 'own__repo-bbbbbbbb',
      reason: 'no result',
    });
    expect(report.publishable).toBe(true);
    const dropping = reportTables(report).find(({ id }) => id === 'dropping');
    expect(dropping?.rows[0]).toEqual([
      'open/direct',
      'y',
      'Pass',
      '2',
      '50.0',
      '1',
      '100.0',
      '+50.0',
    ]);
  });
});

function publishedResults(): string | undefined {
  const folder = publishedData();
  return folder && join(folder, 'codetaste/results.jsonl');
}

describe('the published results', () => {
  it('reproduces every stored IFR, and gives tables by agent and track', async ({ skip }) => {
    const set = await readResults(publishedResults() ?? skip(NO_PUBLISHED_DATA), 'none');
    expect([...set.observations]).toHaveLength(507);
    expect(set.source.notes[0]).toContain('The counts of all 507 results reproduce');
    const report = buildReport([set], OPTIONS);
    const tables = reportTables(report);
    const scores = tables.filter(({ id }) => id.startsWith('scores-'));
    expect(scores).toHaveLength(7);
    const standard = scores.find(({ id }) => id === 'scores-standard-direct');
    expect(standard?.rows).toHaveLength(6);
    // The compared agents are measured on the same 17 instances; golden has 13 of them.
    expect(new Set(standard?.rows.map((row) => row[1]))).toEqual(new Set(['17', '13']));
    expect(standard?.notes.join(' ')).toContain('Over the 17 instances');
    const golden = report.summaries.find(
      (one) => one.agent === 'golden_agent' && one.track === 'standard' && one.metric === 'ifr',
    );
    expect(golden).toMatchObject({ n: 13, mean: 1, zeros: 0 });
    expect(tables.some(({ id }) => id === 'dropping')).toBe(false);
  });

  it('reaches the same conclusions with and without golden and nop', async ({ skip }) => {
    const all = await readResults(publishedResults() ?? skip(NO_PUBLISHED_DATA), 'none');
    const isReference = (agent: string): boolean => ['golden_agent', 'null_agent'].includes(agent);
    const real = [...all.observations].filter(({ agent }) => !isReference(agent));
    for (const absent of ['common', 'zero', 'drop'] as const) {
      const options = { ...OPTIONS, resamples: 0, absent };
      const both = buildReport([all], options);
      const alone = buildReport([{ ...all, observations: real }], options);
      expect(both.comparisons).toEqual(alone.comparisons);
      expect(both.groups).toEqual(alone.groups);
      expect(both.summaries.filter(({ agent }) => !isReference(agent))).toEqual(alone.summaries);
    }
    const tested = buildReport([all], { ...OPTIONS, resamples: 0, includeReference: true });
    expect(tested.comparisons.some(({ first }) => isReference(first))).toBe(true);
  });
});
