import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { projectOf, tasksOfRows } from './label-task.ts';
import { quotaSample } from './quota-sample.ts';
import { readRows } from './read-rows.ts';
import { stripMarkdown } from './strip-markdown.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labeling-input-'));
});
afterEach(() => rm(folder, { recursive: true }));

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

const ROW = {
  instance_id: 'acme__tool-1',
  repo: 'acme/tool',
  base_commit: 'a'.repeat(40),
  problem_statement: 'It "fails",\nsometimes',
  patch: '--- a/x\n',
  test_patch: '',
};

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

test('JSON Lines, a JSON list, CSV and Parquet give the same rows', async () => {
  const quoted = Object.values(ROW).map((value) => `"${value.replaceAll('"', '""')}"`);
  const rows = await Promise.all([
    file('a.jsonl', `\uFEFF${JSON.stringify(ROW)}\n\n`).then(readRows),
    file('a.json', JSON.stringify([ROW])).then(readRows),
    file('a.csv', `${Object.keys(ROW).join(',')}\r\n${quoted.join(',')}\r\n`).then(readRows),
    readRows(fixture('rows-snappy.parquet')),
    readRows(fixture('rows-zstd.parquet')),
  ]);
  for (const one of rows) expect(tasksOfRows(one, 'a')).toEqual(tasksOfRows([ROW], 'a'));
  expect((await readRows(fixture('rows-zstd.parquet')))[0]).toMatchObject({ number: 7 });
});

test('a file without valid rows is rejected with its path', async () => {
  await expect(readRows(await file('a.jsonl', '{}\n{'))).rejects.toThrow(/line 2/);
  await expect(readRows(await file('a.jsonl', '{}\n{"a":1,"a":2}'))).rejects.toThrow(
    /line 2: .*"a" stands twice/,
  );
  await expect(readRows(await file('a.csv', 'x,y\n1\n'))).rejects.toThrow(/row 2 has 1 fields/);
  await expect(readRows(await file('a.parquet', 'PAR1 no'))).rejects.toMatchObject({
    kind: 'invalid-file',
  });
  await expect(readRows(join(folder, 'none.json'))).rejects.toMatchObject({ kind: 'usage' });
  expect(() => tasksOfRows([ROW, ROW], 'a')).toThrow(/occurs twice/);
  expect(() => tasksOfRows([{ ...ROW, base_commit: 'main' }], 'a')).toThrow(/base_commit/);
});

test('a subject changes with every part of a task', () => {
  const [first] = tasksOfRows([ROW], 'a');
  for (const part of ['repo', 'base_commit', 'problem_statement', 'patch', 'test_patch'] as const) {
    const other = part === 'base_commit' ? 'b'.repeat(40) : part === 'repo' ? 'acme/other' : 'new';
    const [second] = tasksOfRows([{ ...ROW, [part]: other }], 'a');
    expect(second?.subject).not.toEqual(first?.subject);
  }
});

test('ten annotated rows per project give the 110 rows of the study', () => {
  const { majority_rows_by_project: projects } = z
    .object({ majority_rows_by_project: z.record(z.string(), z.int()) })
    .parse(JSON.parse(readFileSync(fixture('swe-bench-annotation-counts.json'), 'utf8')));
  const items = Object.entries(projects).flatMap(([project, count]) =>
    Array.from({ length: count }, (_, at) => ({ id: `${project}-${at}`, project })),
  );
  const sample = quotaSample(items, 10, 666);
  expect(items).toHaveLength(1_591);
  expect(sample.chosen).toHaveLength(110);
  expect(sample.projects.filter(({ chosen }) => chosen < 10)).toEqual([
    { project: 'mwaskom__seaborn', of: 9, chosen: 9 },
    { project: 'pallets__flask', of: 1, chosen: 1 },
  ]);
});

test('a draw depends only on the seed and its project', () => {
  const item = fc.record({ id: fc.uuid(), project: fc.constantFrom('a', 'b', 'c') });
  const items = fc.uniqueArray(item, { selector: ({ id }) => id });
  fc.assert(
    fc.property(items, fc.nat(5), fc.nat(), (all, quota, seed) => {
      const { chosen } = quotaSample(all, quota, seed);
      expect(quotaSample(all.toReversed(), quota, seed).chosen).toEqual(chosen);
      const onlyB = all.filter(({ project }) => project === 'b');
      expect(quotaSample(onlyB, quota, seed).chosen).toEqual(
        chosen.filter(({ project }) => project === 'b'),
      );
      expect(new Set(chosen).size).toBe(chosen.length);
    }),
  );
});

test('projects are taken from ids if there is no repo', () => {
  expect(projectOf({ instance_id: 'pylint-dev__pylint-4661' })).toBe('pylint-dev/pylint');
  expect(projectOf({ instance_id: 'x', repo: 'a/b' })).toBe('a/b');
  expect(projectOf({ instance_id: 'plain' })).toBeUndefined();
});

test('Markdown is stripped, and code is not', () => {
  const text = [
    '# `Broken` *title*',
    '<!-- describe the bug -->',
    'See [the **docs**](https://x.y/z), ![a picture](p.png) and \\*stars\\*, a_b_c & x < y.',
    '',
    '```python',
    '# not a heading',
    'a = "**kwargs"',
    '```',
    '- one',
    '  - *two*',
    '1. first',
    '- [x] done',
    '',
    '| a | b |',
    '|---|---|',
    '| `1` | **2** |',
    '',
    '> quoted __text__',
    '',
    '<b>bold</b> and ~~gone~~',
  ].join('\n');
  const plain = stripMarkdown(text);
  expect(plain).toContain('Broken title\n');
  expect(plain).toContain('See the docs, a picture and *stars*, a_b_c & x < y.');
  expect(plain).toContain('# not a heading\na = "**kwargs"');
  expect(plain).toContain('- one\n  - two');
  expect(plain).toContain('1. first');
  expect(plain).toContain('- [x] done');
  expect(plain).toContain('a | b\n1 | 2');
  expect(plain).toContain('quoted text');
  expect(plain).toContain('bold and gone');
  expect(plain).not.toMatch(/describe the bug|```|\]\(|<b>|__text/);
});

test('words keep their order in any markup', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const mark = fc.constantFrom('', '*', '**', '`', '~~');
  fc.assert(
    fc.property(fc.array(fc.tuple(word, mark), { minLength: 1 }), (words) => {
      const marked = words.map(([text, around]) => `${around}${text}${around}`).join(' ');
      expect(stripMarkdown(marked)).toBe(words.map(([text]) => text).join(' '));
    }),
  );
});

test('a text with excessive nesting is returned unchanged', () => {
  const text = '>'.repeat(50_000);
  expect(stripMarkdown(text)).toBe(text);
});
