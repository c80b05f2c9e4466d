import { parsePatch } from '@refbench/repos';
import { expect, test } from 'vitest';
import { diffFileSchema, type DiffFile } from '../schema/diff-view.ts';
import { diffViews } from './diff-view.ts';
import type { RuleMatch, SarifRule } from './read-matches.ts';
import { ruleRows } from './rule-rows.ts';

const additive: SarifRule = { id: 'new-call', side: 'additive', message: 'new' };
const reductive: SarifRule = { id: 'old-call', side: 'reductive', message: 'old' };

function match(rule: SarifRule, file: string, line: number, state: RuleMatch['state']): RuleMatch {
  return { rule, file, firstLine: line, lastLine: line + 1, state };
}

function views(patch: string | Buffer, matches: readonly RuleMatch[] = []): readonly DiffFile[] {
  const parsed = parsePatch(typeof patch === 'string' ? Buffer.from(patch) : patch);
  if (parsed.kind !== 'parsed') throw new Error('no patch');
  const found = diffViews(parsed.files, matches);
  return found.map((file) => diffFileSchema.parse(file));
}

const PATCH =
  'diff --git a/a.ts b/b.ts\nsimilarity index 80%\nrename from a.ts\nrename to b.ts\n' +
  '--- a/a.ts\n+++ b/b.ts\n@@ -10,3 +10,3 @@ f\n one\n-old()\n+fresh()\n end\n';

test('lines have their numbers on both sides, and matches are at their lines', () => {
  const matches = [
    match(reductive, 'a.ts', 11, 'absent'),
    match(additive, 'b.ts', 11, 'new'),
    match(reductive, 'b.ts', 12, 'unchanged'),
    match(additive, 'b.ts', 10, 'unchanged'),
  ];
  const [file] = views(PATCH, matches);
  expect(file).toMatchObject({
    path: 'b.ts',
    oldPath: 'a.ts',
    status: 'renamed',
    added: 1,
    removed: 1,
  });
  expect(
    file?.hunks[0]?.lines.map(({ old, new: now, text, marks }) => [
      old,
      now,
      text,
      marks?.map(({ effect }) => effect).join(),
    ]),
  ).toEqual([
    [10, 10, 'one', 'kept'],
    [11, null, 'old()', 'removed'],
    [null, 11, 'fresh()', 'gained'],
    [12, 12, 'end', 'left'],
  ]);
});

test('without a comparison with base, additive matches in added lines are gained', () => {
  const matches = [match(additive, 'b.ts', 11, 'unknown'), match(additive, 'b.ts', 10, 'unknown')];
  const marks = views(PATCH, matches)[0]?.hunks[0]?.lines.map((line) => line.marks?.[0]?.effect);
  expect(marks).toEqual(['kept', undefined, 'gained', undefined]);
});

test('bytes that are not UTF-8 do not stop anything', () => {
  const bytes = Buffer.concat([
    Buffer.from('--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-x\n+'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('\n'),
  ]);
  expect(views(bytes)[0]?.hunks[0]?.lines[1]?.text).toBe('\ufffd\ufffd');
});

test('a long diff is cut, and says by how much', () => {
  const lines = Array.from({ length: 4_000 }, (_, index) => `+line ${index}\n`).join('');
  const [file] = views(`--- /dev/null\n+++ b/a\n@@ -0,0 +1,4000 @@\n${lines}`);
  expect(file).toMatchObject({ added: 4_000, truncated: 1_000 });
  expect(file?.hunks[0]?.lines).toHaveLength(3_000);
});

test('rules count matches before and after, and name what changed first', () => {
  const matches = [
    match(reductive, 'z.ts', 1, 'unchanged'),
    match(reductive, 'a.ts', 11, 'absent'),
    match(additive, 'b.ts', 13, 'new'),
  ];
  const rows = ruleRows({ rules: [additive, reductive], matches }, new Set());
  expect(rows).toEqual([
    {
      id: 'new-call',
      side: 'additive',
      message: 'new',
      before: 0,
      after: 1,
      satisfied: true,
      placeCount: 1,
      places: [
        {
          file: 'b.ts',
          line: 13,
          effect: 'gained',
        },
      ],
    },
    {
      id: 'old-call',
      side: 'reductive',
      message: 'old',
      before: 2,
      after: 1,
      satisfied: false,
      placeCount: 2,
      places: [
        {
          file: 'a.ts',
          line: 11,
          effect: 'removed',
        },
        {
          file: 'z.ts',
          line: 1,
          effect: 'left',
        },
      ],
    },
  ]);
});

test('a long line says how much of it is missing', () => {
  const line = 'x'.repeat(5_000);
  const [file] = views(`diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+${line}\n`);
  expect(file?.hunks[0]?.lines[0]?.text).toBe(
    `${'x'.repeat(2_000)} [3000 characters are left out]`,
  );
});

test('only the first places are listed, but all are counted', () => {
  const rule = { id: 'new-call', side: 'additive' as const, message: 'new' };
  const matches = Array.from({ length: 105 }, (_, at) => match(rule, 'a.ts', at + 1, 'new'));
  const [row] = ruleRows({ rules: [rule], matches }, new Set());
  expect(row).toMatchObject({ after: 105, placeCount: 105 });
  expect(row?.places).toHaveLength(50);
});
