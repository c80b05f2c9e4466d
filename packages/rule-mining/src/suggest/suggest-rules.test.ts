import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkContract, loadRuleset, scanCounts } from '@refbench/rule-engine';
import { findOverlaps } from '@refbench/rulesets';
import type { Files } from '@refbench/test-helpers';
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

test('a name that golden removes has a rule, although it is used once', PATIENT, async () => {
  await using context = await contextOf(
    { ...filesWith('readLegacy'), 'src/once.ts': 'start(legacyLimit);\n' },
    { ...filesWith('readModern'), 'src/once.ts': 'start(limit);\n' },
  );
  const { rules } = await suggestRules(context);
  const once = rules.filter(({ document: { id } }) => id.includes('legacy-limit'));
  expect(once.map(({ side, matches }) => [side, matches])).toEqual([['reductive', 1]]);
});

test(
  'no rule demands a name that golden invented and the task does not tell',
  PATIENT,
  async () => {
    const told = ['modernOne', 'modernTwo', 'modernThree', 'modernFour', 'modernFive'];
    const files = (names: readonly string[], helper: string): Record<string, string> =>
      Object.fromEntries(
        NAMES.map((one) => {
          const calls = names.map((name, at) => `${name}('${one}', ${at});\n`);
          return [`src/${one}.ts`, [...calls, `${helper}('${one}');\n`].join('')];
        }),
      );
    const before = told.map((name) => name.replace('modern', 'legacy'));
    await using context = await contextOf(files(before, 'load'), files(told, 'loadSecretly'));
    const additive = async (task?: string): Promise<string> => {
      const { rules } = await suggestRules(context, { task });
      const own = rules.filter(({ side }) => side === 'additive');
      return own.map(({ document }) => JSON.stringify(document)).join('\n');
    };
    expect(await additive()).toMatch(/loadSecretly/);
    const text = `Call ${told.map((name) => `\`${name}\``).join(', ')}.`;
    const fair = await additive(text);
    for (const name of told) expect(fair).toContain(name);
    expect(fair).not.toMatch(/loadSecretly/);
    expect(await additive(`${text} \`loadSecretly\` loads.`)).toMatch(/loadSecretly/);
    // A text that tells no names, or too few of them, leaves nothing else.
    expect(await additive('Replace the old way of reading.')).toMatch(/loadSecretly/);
    expect(await additive('Call `modernOne`.')).toMatch(/loadSecretly|modernTwo/);
  },
);

test(
  'a name that is gone has one rule for all its uses, unless only tests use it',
  PATIENT,
  async () => {
    const tests = (name: string): Record<string, string> => ({
      'test/one.test.ts': `check(${name});\n`,
      'test/two.test.ts': `check(${name});\n`,
    });
    await using context = await contextOf(
      { ...filesWith('readLegacy'), ...tests('legacyFixture') },
      { ...filesWith('readModern'), ...tests('modernFixture') },
    );
    const { rules } = await suggestRules(context);
    const names = rules.filter(({ document: { metadata } }) => metadata['category'] === 'name');
    expect(names.map(({ document: { id }, matches, files }) => [id, matches, files])).toEqual([
      ['new-name-read-modern', 8, 4],
      ['old-name-read-legacy', 8, 4],
    ]);
  },
);

test('common code in a class that is gone has no rule of its own', PATIENT, async () => {
  const body = NAMES.map((name) => `  int ${name}() { return size(1); }\n`).join('');
  const rest = (name: string): string => `${body}  int ${name}() { return 2; }\n}\n`;
  await using context = await contextOf(
    { 'a/all.java': `class Kept {\n${body}}\nclass Gone {\n${rest('old')}` },
    { 'a/all.java': `class Kept {\n${rest('more')}` },
  );
  const { rules } = await suggestRules(context);
  const old = rules.filter(({ side }) => side === 'reductive');
  expect(old.length).toBeGreaterThan(0);
  expect(old.filter(({ document: { rule } }) => rule['inside'] !== undefined)).toEqual([]);
});

test('a file that was only converted has no rule for what stayed', PATIENT, async () => {
  const converted = (extension: string, call: string): Record<string, string> =>
    Object.fromEntries(
      NAMES.map((name) => [
        `src/${name}.${extension}`,
        `describe('${name}', () => { it('works', () => { ${call}(${name}); }); });\n`.repeat(3),
      ]),
    );
  await using context = await contextOf(
    converted('js', 'readLegacy'),
    converted('ts', 'readModern'),
  );
  const { rules } = await suggestRules(context);
  const messages = rules.map(({ document: { message } }) => message);
  expect(messages.length).toBeGreaterThan(0);
  expect(messages.filter((message) => !/read(?:Legacy|Modern)/.test(message))).toEqual([]);
});

test('what moves to another class is described by its class', PATIENT, async () => {
  const getters = NAMES.map((name) => `  public int ${name}() { return 1; }\n`).join('');
  const file = (name: string, body: string): string => `class ${name} {\n${body}}\n`;
  await using context = await contextOf(
    { 'a/Old.java': file('Old', getters), 'a/New.java': file('New', '') },
    { 'a/Old.java': file('Old', ''), 'a/New.java': file('New', getters) },
  );
  const { rules } = await suggestRules(context);
  const inside = rules.filter(({ document: { rule } }) => rule['inside'] !== undefined);
  expect(inside.map(({ side }) => side)).toContain('reductive');
  for (const { document, side } of inside) {
    expect(document.message).toContain(`inside ${side === 'reductive' ? 'Old' : 'New'}`);
  }
});

test(
  'types that move to another package with their file are described one by one',
  PATIENT,
  async () => {
    const types = NAMES.map((name) => `type ${name}Options struct {\n\tsize int\n}\n\n`).join('');
    const uses = (from: string): Files => ({
      'cmd/main.go': `package main\n\nfunc main() {\n\t_ = ${from}.alphaOptions{}\n}\n`,
    });
    await using context = await contextOf(
      { 'old/types.go': `package old\n\n${types}`, 'old/rest.go': 'package old\n', ...uses('old') },
      { 'new/types.go': `package new\n\n${types}`, 'old/rest.go': 'package old\n', ...uses('new') },
    );
    const { rules } = await suggestRules(context);
    const old = rules.flatMap(({ side, document: { message } }) =>
      side === 'reductive' ? [message] : [],
    );
    for (const name of NAMES) {
      expect(old).toContain(`Old declaration \`type ${name}Options struct {$$$A}\` in old/**`);
    }
  },
);

test('a change without repetition is reported with the reason', PATIENT, async () => {
  await using context = await contextOf({ 'a.ts': 'const a = 1;\n' }, { 'a.ts': 'const b = 2;\n' });
  const { rules, obstacles } = await suggestRules(context);
  expect(rules).toEqual([]);
  expect(obstacles[0]).toBe('0 additive rules, and 5 are wanted');
});

test('the name of a new test is no rule, and that of a new function is', PATIENT, async () => {
  const file = (body: string): string =>
    `pub fn area(a: u32, b: u32) -> u32 {\n    a * b\n}\n${body}`;
  const tests = (name: string): string =>
    `\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn ${name}(\n    ) {\n        assert_eq!(area(2, 3), 6);\n    }\n}\n`;
  await using context = await contextOf(
    { 'src/lib.rs': file(tests('small_area')), 'tests/all.rs': '#[test]\nfn first() {}\n' },
    {
      'src/lib.rs': file(
        `\npub fn edge_length(a: u32, b: u32) -> u32 {\n    2 * (a + b)\n}\n${tests('tiny_square')}`,
      ),
      'tests/all.rs': '#[test]\nfn first() {}\n\n#[test]\nfn second_time() {}\n',
    },
  );
  const { rules } = await suggestRules(context);
  const messages = rules
    .filter(({ side }) => side === 'additive')
    .map(({ document }) => document.message)
    .join('\n');
  expect(messages).toContain('edge_length');
  expect(messages).not.toMatch(/tiny_square|second_time/);
});
