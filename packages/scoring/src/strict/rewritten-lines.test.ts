import { expect, test } from 'vitest';
import { comparisonOf, edited, REMOVED } from './code-comparison.testkit.ts';
import { rewrittenLines } from './rewritten-lines.ts';

type Tree = Parameters<typeof comparisonOf>[1];

const FIRST = [1, 'first();'] as const;
const SECOND = [2, 'second();'] as const;
const THIRD = [3, 'third();'] as const;

const share = (golden: Tree, patched: Tree, file = 'a.ts', kept = 1): number =>
  rewrittenLines(comparisonOf({}, golden, patched), () => kept)(file);

test('it is the share of the lines removed by golden that the patch removes too', () => {
  const golden = { 'a.ts': edited([], [FIRST, SECOND, THIRD]) };
  expect(share(golden, { 'a.ts': edited([], [FIRST, SECOND]) })).toBe(2 / 3);
  expect(share(golden, golden)).toBe(1);
  expect(share(golden, {})).toBe(0);
});

test('it is multiplied by the share of the code that the patch keeps', () => {
  const golden = { 'a.ts': edited([], [FIRST, SECOND]) };
  expect(share(golden, golden, 'a.ts', 0.25)).toBe(0.25);
});

test('a file from which golden removes nothing has the share of all files', () => {
  const golden = {
    'a.ts': edited([], [FIRST, SECOND]),
    'b.ts': edited([], [FIRST, SECOND]),
    'new.ts': edited(['more();']),
  };
  const patched = { 'a.ts': edited([], [FIRST, SECOND]), 'b.ts': edited([], [FIRST]) };
  expect(share(golden, patched, 'new.ts')).toBe(0.75);
  expect(share(golden, patched, 'other.ts')).toBe(0.75);
  expect(share(golden, patched, 'b.ts')).toBe(0.5);
});

test('it is 1 if golden removes nothing', () => {
  expect(share({ 'a.ts': edited(['more();']) }, {})).toBe(1);
  expect(share({}, {})).toBe(1);
});

test('short lines and lines that golden adds again are not expected', () => {
  const golden = { 'a.ts': edited([' first( );'], [FIRST, SECOND, [4, '});']]) };
  expect(share(golden, { 'a.ts': edited([], [SECOND]) })).toBe(1);
  expect(share(golden, { 'a.ts': edited([], [FIRST]) })).toBe(0);
});

test('lines that the patch adds again are not removed', () => {
  const golden = { 'a.ts': edited([], [FIRST, SECOND]) };
  expect(share(golden, { 'a.ts': edited(['first();'], [FIRST, SECOND]) })).toBe(0.5);
});

test('a file that is no longer source removes nothing, unless it is gone', () => {
  const golden = { 'a.ts': edited([], [FIRST, SECOND]) };
  const hidden = { ...edited([], [FIRST, SECOND]), isSource: false };
  expect(share(golden, { 'a.ts': hidden })).toBe(0);
  expect(share(golden, { 'a.ts': { ...hidden, gone: true } })).toBe(1);
  expect(share(golden, { 'a.ts': REMOVED })).toBe(0);
});
