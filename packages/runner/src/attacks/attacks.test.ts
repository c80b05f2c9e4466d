import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Score } from '@refbench/contracts';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { runUntested } from '../testkit/untested-run.testkit.ts';
import { attackSubmissions } from './attack-submissions.ts';
import { countByClass, judgeAttack } from './judge-attacks.ts';
import { loadAttacks } from './load-attacks.ts';

const CORPUS = resolve(import.meta.dirname, '../../../../attacks');

/** Attacks that only try to deceive the rules; a few of each kind, because each is measured. */
const ON_RULES = new Set([
  'words-in-comments',
  'patterns-in-a-false-branch',
  'in-parentheses',
  'computed-name',
  'link-to-a-hidden-folder',
  'matches-deleted',
]);

test('the corpus is valid, and has several attacks per class and language', async () => {
  const attacks = await loadAttacks(CORPUS, undefined);
  const forms = new Map<string, number>();
  for (const attack of attacks) {
    for (const language of [
      'javascript',
      'typescript',
      'python',
      'go',
      'java',
      'rust',
      'cpp',
    ] as const) {
      if ((attack.steps[language] ?? attack.steps.all) === undefined) continue;
      forms.set(language, (forms.get(language) ?? 0) + 1);
    }
  }
  expect(new Set(attacks.map((attack) => attack.class)).size).toBe((await readdir(CORPUS)).length);
  expect([...forms.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(250);
  for (const [language, count] of forms) expect([language, count >= 35]).toEqual([language, true]);
});

test('what only deceives the rules earns nothing in the strict figures', async () => {
  const all = await loadAttacks(CORPUS, undefined);
  const attacks = all.filter(({ id }) => ON_RULES.has(id));
  const scores = await runUntested(attackSubmissions(attacks));
  expect(scores).toHaveLength(ON_RULES.size);
  const earned = scores.filter(({ ifr_strict: { total } }) => (total ?? 0) > 0.05);
  expect(earned.map(({ agent, ifr_strict: { total } }) => [agent, total])).toEqual([]);
}, 180_000);

const SCORE = {
  verdict: 'model',
  instance: 'a__b-00000000',
  agent: 'x',
  pass: 1,
  pass_strict: 1,
  ifr_strict: { total: 0 },
  reasons: {},
  alignment: { total: 0.5 },
  alignment_strict: { total: 0 },
  integrity: { controls: 'full', ranked: true, findings: [] },
} as unknown as Score;
const ATTACK = { id: 'x', class: 'decoy-code', refused_by: ['rules'] } as const;

test.each([
  ['published', {}],
  ['paid', { alignment_strict: { total: 0.2 } }],
  ['paid', { alignment_strict: { total: null }, ifr_strict: { total: null } }],
  ['published', { alignment_strict: { total: null } }],
  ['marked', { alignment_strict: { total: 0.2 }, integrity: { ranked: false, findings: [] } }],
  ['unpaid', { alignment: { total: 0 } }],
])('an attack is %s', (outcome, change) => {
  const judged = judgeAttack({ ...ATTACK, refused_by: [...ATTACK.refused_by] }, {
    ...SCORE,
    ...change,
  } as Score);
  expect(judged?.outcome).toBe(outcome);
});

test('the reason must be one that the corpus expects', () => {
  const attack = { ...ATTACK, refused_by: ['prompt-injection'] };
  const judged = judgeAttack(attack, SCORE);
  expect(judged).toMatchObject({ refused_by: ['rules'], as_expected: false });
  expect(countByClass(judged === undefined ? [] : [judged])).toEqual([
    {
      class: 'decoy-code',
      attacks: 1,
      paid: 0,
      published: 1,
      marked: 0,
      unpaid: 0,
      unexpected: 1,
    },
  ]);
  expect(judgeAttack(attack, { ...SCORE, verdict: 'infra' })).toBeUndefined();
  expect(judgeAttack(attack, { ...SCORE, reasons: { patch: 'none' } })).toBeUndefined();
});

test('bad corpora are refused by name', async () => {
  await expect(loadAttacks(CORPUS, ['decoys'])).rejects.toThrow(/there is no class decoys/);
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'empty'));
  await expect(loadAttacks(join(folder.path, 'empty'), undefined)).rejects.toThrow(
    /contains no attack/,
  );
  const attack =
    '  - { id: a, what: x, earns: x, because: x, refused_by: [rules], steps: { all: [{ do: write, path: a, text: b }] } }\n';
  const file = `class: decoy-code\nabout: x\nattacks:\n${attack}`;
  await writeFile(join(folder.path, 'one.yaml'), file);
  await writeFile(join(folder.path, 'two.yaml'), file);
  await expect(loadAttacks(folder.path, undefined)).rejects.toThrow(/the id a occurs twice/);
  await writeFile(
    join(folder.path, 'two.yaml'),
    file.replace('id: a', 'id: b').replace('do: write', 'do: x'),
  );
  await expect(loadAttacks(folder.path, undefined)).rejects.toThrow(/two\.yaml/);
});
