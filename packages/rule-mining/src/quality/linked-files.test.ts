import { expect, test } from 'vitest';
import type { Change, ChangeSide } from '../change/change.ts';
import { linkedFiles } from './linked-files.ts';

const LINES = ['first(line)', 'second(line)', 'third(line)', 'fourth(line)', '});'];

const side = (files: Readonly<Record<string, readonly string[]>>): ChangeSide => ({
  files: new Map(
    Object.entries(files).map(([path, lines]) => [
      path,
      { path, bytes: Buffer.from(lines.join('\n')) },
    ]),
  ),
  lines: [],
});

const groupsOf = (change: Change) => linkedFiles(change).map((group) => group.toSorted());

test('a path of both trees is one file', () => {
  const change = { base: side({ 'a.ts': ['old()'] }), golden: side({ 'a.ts': ['fresh()'] }) };
  expect(groupsOf(change)).toEqual([['a.ts']]);
});

test('files that exchange code are linked, also across several', () => {
  const change = {
    base: side({ 'old.ts': LINES, 'other.ts': ['something(else)'] }),
    golden: side({
      'new/one.ts': LINES.slice(0, 2).map((line) => `  ${line}`),
      'new/two.ts': LINES.slice(2),
    }),
  };
  expect(groupsOf(change)).toEqual([['new/one.ts', 'new/two.ts', 'old.ts'], ['other.ts']]);
});

test('a small common part links no files, nor do lines without words', () => {
  const rest = ['a(one)', 'a(two)', 'a(three)', 'a(four)'];
  const change = {
    base: side({ 'a.ts': [...LINES, '});', '})'] }),
    golden: side({ 'b.ts': ['first(line)', ...rest, '});', '})'] }),
  };
  expect(groupsOf(change)).toEqual([['a.ts'], ['b.ts']]);
});

test('lines that many files have link none of them', () => {
  const names = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];
  const change = {
    base: side(Object.fromEntries(names.map((name) => [name, ['import everything']]))),
    golden: side({ 'e.ts': ['import everything'] }),
  };
  expect(groupsOf(change)).toHaveLength(5);
});
