import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, rules } from './rules-commands.testkit.ts';

const root = resolve(import.meta.dirname, '../../..');

test('OpenGrep rules become a ruleset, which is scanned and checked as any other', async () => {
  const folder = await folderOf({
    'base/a.js': 'old(1);\n',
    'golden/a.js': 'fresh(1);\n',
    'rules.yml': JSON.stringify({
      rules: ['old', 'fresh', 'absent'].map((name) => ({
        id: name,
        languages: ['js'],
        message: name,
        severity: 'INFO',
        pattern: `${name}($X)`,
      })),
    }),
  });
  const at = (name: string): string => join(folder, name);
  // The program is fetched once for all tests.
  const state = ['--state-dir', join(root, '.refbench')];
  const trees = ['--base', at('base'), '--golden', at('golden')];
  const to = ['--to', at('rules')];
  const imported = await rules('import', 'opengrep', at('rules.yml'), ...trees, ...to, ...state);
  expect(imported.lines.map(({ id, status, counts }) => [id, status, counts])).toEqual([
    ['old', 'ok', { base: 1, golden: 0 }],
    ['fresh', 'ok', { base: 0, golden: 1 }],
    ['absent', 'invalid', { base: 0, golden: 0 }],
  ]);
  await writeFile(
    at('rules/additive/native.yml'),
    'id: native\nlanguage: js\nrule: { pattern: fresh($A) }\n',
  );
  const scanned = await rules('scan', at('rules'), at('golden'), ...state);
  expect(scanned.lines.map(({ rule }) => rule)).toEqual(['fresh', 'native']);
  await rm(at('rules/additive/native.yml'));
  const checked = await rules('check', at('rules'), ...trees, ...state);
  expect(checked).toMatchObject({ code: 0, lines: [{ holds: true }] });
  const missing = rules('scan', at('rules'), at('golden'), ...state, '--opengrep', '/nowhere');
  await expect(missing).rejects.toMatchObject({ kind: 'engine' });
});
