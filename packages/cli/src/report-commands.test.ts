import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparisonSchema, reportSchema } from '@refbench/reports';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from './in-process.testkit.ts';

const suite = { passed: 10, failed: 0, skipped: 0, total: 10, error: null };

function result(agent: string, base: string, matched: number): string {
  return JSON.stringify({
    instance_metadata: {
      owner: 'o',
      repo: 'r',
      base_hash: base.repeat(40),
      golden_metrics: suite,
      base_metrics: suite,
    },
    agent_config: { id: agent },
    agent_test_metrics: suite,
    agent_rule_metrics: {
      positive_rules_matched: matched,
      negative_rules_matched: 0,
      total_positive_rules: 4,
      total_negative_rules: 0,
      ifr: matched / 4,
      positive_ifr: matched / 4,
      negative_ifr: 1,
    },
    inference_metadata: { cost_usd: 1, finish_reason: 'success', description_type: 'open' },
  });
}

async function resultsFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'results.jsonl');
  const lines = ['a', 'b', 'c'].flatMap((base, index) => [
    result('x', base, 4 - index),
    ...(base === 'c' ? [] : [result('y', base, 1)]),
  ]);
  await writeFile(path, lines.join('\n'));
  return path;
}

/** What a command printed, and the exit code that it asked for. */
async function run(...args: readonly string[]): Promise<{ output: string; code: number }> {
  const { code, stdout: output } = await runHere(...args);
  return { output, code };
}

test('stats prints tables or JSON, and writes files to the given folder', async () => {
  const path = await resultsFile();
  const { output, code } = await run('stats', path, '--resamples', '100', '--absent', 'zero');
  expect(code).toBe(0);
  expect(output).toMatch(/^x has 75\.0 % alignment/);
  expect(output).toMatch(/^agent +n +A /m);
  expect(output).not.toMatch(/Effect of dropping|Pairs of agents/);
  const all = await run('stats', path, '--resamples', '100', '--absent', 'zero', '--all-tables');
  expect(all.output).toMatch(/Scores, track open, mode direct[^]*Effect of dropping[^]*Pairs of/);
  const out = join(path, '..', 'out');
  const { output: json } = await run('stats', path, '--resamples', '0', '--json', '--out', out);
  expect(reportSchema.parse(JSON.parse(json)).method).toMatchObject({ resamples: 0, seed: 1 });
  expect(await readdir(out)).toContain('report.json');
});

test('compare puts two agents of one file side by side', async () => {
  const path = await resultsFile();
  const sides = [path, path, '--agent-a', 'x', '--agent-b', 'y'];
  const { output } = await run('compare', ...sides);
  expect(output).toContain('A: x open/direct  B: y open/direct  (2 common instances)');
  const { output: json } = await run(
    'compare',
    ...sides,
    '--json',
    '--seed',
    '9',
    '--absent',
    'zero',
  );
  const comparison = comparisonSchema.parse(JSON.parse(json));
  expect(comparison.method.seed).toBe(9);
  expect(comparison.flips).toMatchObject([{ reasons: ['no result'] }]);
});

test('report requires a run, and numbers for numeric options', async () => {
  const path = await resultsFile();
  await expect(run('report', join(path, '..'))).rejects.toThrow('is not a run folder');
  await expect(run('stats', path, '--seed', '1.5')).rejects.toThrow('whole number');
  await expect(run('stats', path, '--permutations', '0')).rejects.toThrow('at least 1');
});
