import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { loadRuleset } from '@refbench/rule-engine';
import { readProvenance, recordProvenance } from '../provenance/provenance-file.ts';
import { parseAuthor, provenanceEntries } from '../provenance/rule-origin.ts';
import { decisionOf, readReview, recordDecisions } from '../review/review-record.ts';
import { contextOf } from '../rulesets.testkit.ts';
import { mergeRulesets } from './merge-rulesets.ts';
import { writeMerged } from './write-merged.ts';

const BASE = { 'src/a.ts': 'old(1);\n', 'src/b.ts': 'stale(2);\n' };
const GOLDEN = { 'src/a.ts': 'fresh(1);\n', 'src/b.ts': 'next(2);\n' };

const rule = (id: string, call: string, extra = ''): string =>
  `id: ${id}\nlanguage: ts\n${extra}rule: { pattern: ${call}($A) }\n`;

async function outcomes(
  folders: readonly Readonly<Record<string, string>>[],
  rename = false,
): Promise<readonly string[]> {
  await using context = await contextOf(BASE, GOLDEN);
  await using root = await folderOf(
    Object.fromEntries(
      folders.flatMap((files, index) =>
        Object.entries(files).map(([name, text]) => [`${index}/${name}`, text]),
      ),
    ),
  );
  const paths = folders.map((_, index) => join(root.path, String(index)));
  const { rules } = await mergeRulesets({ context, folders: paths, rename });
  return rules.map(({ rule: { id }, outcome }) => `${id} ${outcome.kind}`);
}

test('a rule that several rulesets contain is kept once, whatever its id', async () => {
  expect(
    await outcomes([
      { 'additive/a.yml': rule('a', 'fresh'), 'reductive/o.yml': rule('o', 'old') },
      { 'additive/a.yml': rule('a', 'fresh'), 'additive/x.yml': rule('x', 'fresh') },
    ]),
  ).toEqual(['a kept', 'o kept', 'a same-rule', 'x same-rule']);
});

test('one id with two meanings is an error, or the later rule gets another id', async () => {
  const two = [
    { 'additive/a.yml': rule('a', 'fresh') },
    { 'additive/a.yml': rule('a', 'next'), 'reductive/a-2.yml': rule('a-2', 'old') },
  ];
  await expect(outcomes(two)).rejects.toMatchObject({
    kind: 'invalid-file',
    hint: expect.stringContaining('--rename') as string,
  });
  expect(await outcomes(two, true)).toEqual(['a kept', 'a-3 renamed', 'a-2 kept']);
});

test('rules that cover the same lines or do not hold are left out with the reason', async () => {
  expect(
    await outcomes([
      { 'additive/a.yml': rule('a', 'fresh') },
      {
        'additive/near.yml':
          'id: near\nlanguage: ts\nrule: { regex: "^fresh", kind: call_expression }\n',
        'additive/none.yml': rule('none', 'absent'),
        'reductive/leak.yml': 'id: leak\nlanguage: ts\nrule: { kind: call_expression }\n',
      },
    ]),
  ).toEqual(['a kept', 'near overlap', 'none breaks-contract', 'leak breaks-contract']);
});

test('the written ruleset has the printed digest, the texts and the provenance', async () => {
  await using context = await contextOf(BASE, GOLDEN);
  const commented = `# kept\n${rule('a', 'fresh')}`;
  await using root = await folderOf({
    'one/additive/a.yml': commented,
    'two/additive/many.yml': `${rule('a', 'next', 'severity: hint\n')}---\n${rule('b', 'fresh')}`,
    'two/reductive/o.yml': rule('o', 'stale'),
  });
  const at = (name: string): string => join(root.path, name);
  for (const [name, by] of [
    ['one', 'Ada'],
    ['two', 'model:some'],
  ] as const) {
    const { additive, reductive } = await loadRuleset(at(name));
    const origin = { by: parseAuthor(by), how: 'register' } as const;
    const rules = [...additive, ...reductive];
    await recordProvenance(at(name), provenanceEntries(rules, origin));
    await recordDecisions(
      at(name),
      rules.map(({ id, side, digest }) => ({
        rule: id,
        side,
        digest,
        by: parseAuthor(by),
        decision: id === 'o' ? 'dropped' : 'accepted',
        at: '2026-01-01T00:00:00.000Z',
      })),
    );
  }
  const folders = [at('one'), at('two')];
  const merged = await mergeRulesets({ context, folders, rename: true });
  await writeMerged(merged, at('into'));
  const written = await loadRuleset(at('into'));
  expect(written.digest).toBe(merged.digest);
  expect(await readdir(at('into/additive'))).toEqual(['a-2.yml', 'a.yml']);
  expect(await readFile(at('into/additive/a.yml'), 'utf8')).toBe(commented);
  expect(await readFile(at('into/additive/a-2.yml'), 'utf8')).toContain('severity: hint');
  const { rules } = await readProvenance(at('into'));
  expect(rules.map((entry) => `${entry.rule} ${entry.by.kind}`).sort()).toEqual([
    'a model',
    'a person',
    'a-2 model',
    'o model',
  ]);
  const { decisions } = await readReview(at('into'));
  expect(decisions.map((one) => one.rule)).toEqual(['a', 'a-2', 'a']);
  expect(written.additive.filter((one) => decisionOf({ schema: 1, decisions }, one))).toHaveLength(
    2,
  );
  await expect(writeMerged(merged, at('into'))).rejects.toMatchObject({ kind: 'usage' });
});
