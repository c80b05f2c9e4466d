import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { readProvenance } from '../provenance/provenance-file.ts';
import { contextOf } from '../rulesets.testkit.ts';
import { readReview } from './review-record.ts';
import { reviewRules } from './review-session.ts';
import { RuleReviewer } from './rule-reviewer.ts';
import { spread } from './shown-witnesses.ts';

const rule = (id: string, call: string): string =>
  `id: ${id}\nlanguage: ts\nmessage: call of ${call}\nrule: { pattern: ${call}($A) }\n`;

const RULES = {
  'additive/a.yml': rule('a', 'fresh'),
  'additive/b.yml': rule('b', 'next'),
  'reductive/o.yml': rule('o', 'old'),
};

/** Reviews with given answers and edits. Returns what was shown and the result of each session. */
async function reviewing(
  sessions: readonly {
    readonly answers: readonly string[];
    readonly edits?: readonly ((text: string) => string)[];
    readonly all?: boolean;
  }[],
  files: Readonly<Record<string, string>> = RULES,
) {
  await using context = await contextOf(
    { 'src/a.ts': 'first;\nold(1);\nstale(2);\n' },
    { 'src/a.ts': 'first;\nfresh(1);\nnext(2);\n' },
  );
  await using folder = await folderOf(files);
  const shown: string[] = [];
  const results = [];
  for (const { answers, edits = [], all = false } of sessions) {
    const [left, texts] = [[...answers], [...edits]];
    results.push(
      await reviewRules({
        reviewer: new RuleReviewer({
          context,
          rulesDir: folder.path,
          by: {
            kind: 'person',
            name: 'Ada',
          },
        }),
        context,
        all,
        witnesses: 2,
        ask: async () => left.shift(),
        edit: async (text) => texts.shift()?.(text),
        show: (text) => void shown.push(text),
      }),
    );
  }
  const list = async (name: string): Promise<readonly string[]> =>
    await readdir(join(folder.path, name)).catch(() => []);
  return {
    results,
    shown: shown.join('\n'),
    decisions: (await readReview(folder.path)).decisions,
    origins: (await readProvenance(folder.path)).rules,
    files: { additive: await list('additive'), aside: await list('aside/additive') },
    text: await readFile(join(folder.path, 'reductive/o.yml'), 'utf8'),
  };
}

test('decisions are stored as they are made, and the next session shows the rest', async () => {
  const { results, shown, decisions, files } = await reviewing([
    { answers: ['?', 'a', 'q'] },
    { answers: ['D', 's'] },
    { answers: [] },
  ]);
  expect(results).toEqual([
    { accepted: 1, dropped: 0, open: 2 },
    { accepted: 0, dropped: 1, open: 1 },
    { accepted: 0, dropped: 0, open: 1 },
  ]);
  expect(decisions.map(({ rule: id, decision, by }) => [id, decision, by])).toEqual([
    ['a', 'accepted', { kind: 'person', name: 'Ada' }],
    ['b', 'dropped', { kind: 'person', name: 'Ada' }],
  ]);
  expect(files).toEqual({ additive: ['a.yml'], aside: ['b.yml'] });
  expect(shown).toContain('a: call of fresh');
  expect(shown).toContain('golden src/a.ts:2\n        1 | first;\n  >     2 | fresh(1);');
  expect(shown).toContain('matches: base 1, golden 0');
});

test('an edited rule is checked, shown again and undecided; its origin is recorded', async () => {
  const accept = { answers: ['a', 'a', 'a'] };
  const { results, shown, decisions, origins, text } = await reviewing([
    accept,
    {
      answers: ['s', 's', 'e', 'y', 'y', 'q'],
      edits: [
        (yaml) => yaml.replace('old(', 'fresh('),
        (yaml) => yaml.replace('id: o', 'id: other').replace('fresh(', 'stale('),
        (yaml) => yaml.replace('id: other', 'id: o'),
      ],
      all: true,
    },
    { answers: ['a'] },
  ]);
  expect(results.map(({ open }) => open)).toEqual([0, 1, 0]);
  expect(shown).toContain('reductive rule "o" must match base');
  expect(shown).toContain('the id must stay "o"');
  expect(shown).toContain('accepted by Ada');
  expect(text).toContain('stale($A)');
  expect(decisions.filter(({ rule: id }) => id === 'o')).toHaveLength(2);
  expect(origins.map(({ rule: id, how }) => [id, how])).toEqual([['o', 'review-edit']]);
});

test('a rule that does not hold cannot be accepted, and one that shares a file cannot be moved', async () => {
  const { results, shown, decisions } = await reviewing(
    [{ answers: ['a', 'd', 'e', 's', 'a', 'q'] }],
    {
      'additive/two.yml': `${rule('a', 'absent')}---\n${rule('b', 'next')}`,
      'reductive/o.yml': rule('o', 'old'),
    },
  );
  expect(results).toEqual([{ accepted: 1, dropped: 0, open: 2 }]);
  expect(decisions.map(({ rule: id }) => id)).toEqual(['b']);
  expect(shown).toContain('"a" cannot be accepted');
  expect(shown).toContain('cannot be moved alone');
  expect(shown).toContain('cannot be edited alone');
});

test('an edit without a change and a failed editor leave the rule alone', async () => {
  const edits = [(text: string) => text];
  const { shown, text } = await reviewing([{ answers: ['s', 's', 'e', 'e', 'q'], edits }]);
  expect(shown.match(/The rule is unchanged/g)).toHaveLength(2);
  expect(text).toBe(RULES['reductive/o.yml']);
});

test('a dropped rule does not overwrite one that was dropped earlier', async () => {
  const earlier = { 'aside/additive/a.yml': rule('a', 'earlier') };
  const { files, shown } = await reviewing([{ answers: ['d'] }], { ...RULES, ...earlier });
  expect(files.aside).toEqual(['a-2.yml', 'a.yml']);
  expect(shown).toContain('aside/additive/a-2.yml');
});

test('the first match of every file precedes the second of any', () => {
  const at = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const files = ['a', 'a', 'b', 'a', 'c', 'b'];
  const spreadOut = spread(files.map((file) => ({ rule: 'r', file, ...at })));
  expect(spreadOut.map(({ file }) => file)).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});
