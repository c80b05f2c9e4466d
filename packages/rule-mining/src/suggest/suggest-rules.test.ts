import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkContract, loadRuleset, scanCounts } from '@refbench/rule-engine';
import { findOverlaps } from '@refbench/rulesets';
import { expect, onTestFinished, test } from 'vitest';
import { contextOf } from '../change.testkit.ts';
import { suggestRules, writeSuggestion } from './suggest-rules.ts';

const PATIENT = { timeout: 240_000 };

const service = (name: string, call: string): string =>
  `import { ${call} } from './${call}.ts';\n\nexport function ${name}(input: string): number {\n  const value = ${call}(input, '${name}');\n  return value.length;\n}\n`;

const NAMES = ['alpha', 'beta', 'gamma', 'delta'];

const filesWith = (call: string): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [`src/${name}.ts`, service(name, call)]));

const UNCHANGED = { 'src/other.ts': 'export const kept = [1].map((one) => String(one));\n' };

test(
  'mined rules satisfy the contract, describe their matches and cover the change',
  PATIENT,
  async () => {
    await using context = await contextOf(
      { ...filesWith('readLegacy'), ...UNCHANGED },
      { ...filesWith('readModern'), ...UNCHANGED },
    );
    const suggestion = await suggestRules(context);
    const { coverage, rules, obstacles } = suggestion;
    expect(coverage.additive).toEqual({ covered: 8, total: 8 });
    expect(coverage.reductive).toEqual({ covered: 8, total: 8 });
    const ids = rules.map(({ document: { id } }) => id);
    expect(ids.filter((id) => /^old-.*read-legacy/.test(id)).length).toBeGreaterThan(1);
    expect(rules.map(({ document: { message } }) => message).join('\n')).toContain(
      'readModern($$$',
    );
    expect(obstacles.join('\n')).toContain('20 are wanted');

    const folder = await mkdtemp(join(tmpdir(), 'refbench-mining-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeSuggestion(suggestion, folder);
    const ruleset = await loadRuleset(folder);
    const all = [...ruleset.additive, ...ruleset.reductive];
    expect(all).toHaveLength(rules.length);
    const scans = await context.scan(all);
    const report = checkContract(all, scanCounts(all, scans.base), scanCounts(all, scans.golden));
    expect(report).toEqual({ holds: true, violations: [] });
    expect(findOverlaps(ruleset, scans)).toEqual([]);
    await expect(writeSuggestion(suggestion, folder)).rejects.toMatchObject({ kind: 'usage' });
  },
);

test('the same change always produces the same rules', PATIENT, async () => {
  const mine = async (): Promise<unknown> => {
    await using context = await contextOf(filesWith('a1'), filesWith('b1'));
    return (await suggestRules(context)).rules.map(({ document }) => document);
  };
  expect(await mine()).toEqual(await mine());
});

test('a pattern that also matches an unchanged file does not leak', PATIENT, async () => {
  const leak = { 'lib/leak.ts': "readModern('x', 'y');\n" };
  await using context = await contextOf(
    { ...filesWith('readLegacy'), ...leak },
    { ...filesWith('readModern'), ...leak },
  );
  const { rules } = await suggestRules(context);
  const additive = rules.filter(({ side }) => side === 'additive');
  expect(additive.length).toBeGreaterThan(0);
  for (const { rule } of additive) {
    const { base } = await context.scan([rule]);
    expect([rule.id, base.witnesses]).toEqual([rule.id, []]);
  }
});

test('a change without repetition is reported with the reason', PATIENT, async () => {
  await using context = await contextOf({ 'a.ts': 'const a = 1;\n' }, { 'a.ts': 'const b = 2;\n' });
  const { rules, obstacles } = await suggestRules(context);
  expect(rules).toEqual([]);
  expect(obstacles[0]).toBe('0 additive rules, and 5 are wanted');
});
