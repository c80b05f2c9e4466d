import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportSchema } from '@refbench/reports';
import { expect, test } from 'vitest';
import { refbench, temporaryFolder } from './command.testkit.ts';

// No container is needed; but the built command is, which these tests have.

/** A result in the published format. */
function result(agent: string, base: string, cost?: number): string {
  const suite = { passed: 10, failed: 0, skipped: 0, total: 10, error: null };
  return `${JSON.stringify({
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
      positive_rules_matched: 1,
      negative_rules_matched: 0,
      total_positive_rules: 4,
      total_negative_rules: 0,
      ifr: 0.25,
      positive_ifr: 0.25,
      negative_ifr: 1,
    },
    inference_metadata: {
      ...(cost === undefined ? {} : { cost_usd: cost }),
      finish_reason: 'success',
      description_type: 'open',
    },
  })}\n`;
}

test('agents without a common instance are listed first, and no pair has a p-value', async () => {
  await using folder = await temporaryFolder();
  const [file, out] = [join(folder.path, 'r.jsonl'), join(folder.path, 'out')];
  await writeFile(file, [result('x', 'a', 2), result('x', 'b'), result('y', 'c')].join(''));
  const { code, stdout } = await refbench(['stats', file, '--out', out, '--resamples', '100']);
  expect(code).toBe(0);
  const headline =
    /Left out of every mean and comparison: o__r-a{8} \(y: no result\); o__r-b{8} .*; o__r-c{8} \(x: /;
  expect(stdout.split('\n\n')[0]).toMatch(headline);
  expect(stdout).not.toContain('x, y');

  const read = (name: string): Promise<string> => readFile(join(out, name), 'utf8');
  const names = await readdir(out, { recursive: true });
  expect(names.filter((name) => name.endsWith('report.md'))).toEqual(['report.md']);
  expect(await read('report.md')).toMatch(headline);
  const report = reportSchema.parse(JSON.parse(await read('report.json')));
  expect(report.comparisons).toEqual([]);
  // What is not known is empty in every output, and never 0.
  const usage = (await read('usage.csv')).split('\n');
  expect(usage[1]).toMatch(/^open,direct,x,2,2,2,1,/);
  expect(usage[2]).toMatch(/^open,direct,y,1,,,1,/);
  const [head = '', first = ''] = (await read('results.csv')).split('\n');
  expect(first.split(',')[head.split(',').indexOf('precision')]).toBe('');
  expect(stdout).toMatch(/^y .* -$/m);
});
