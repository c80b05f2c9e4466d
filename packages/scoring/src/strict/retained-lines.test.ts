import { expect, test } from 'vitest';
import { comparisonOf, edited, REMOVED } from './code-comparison.testkit.ts';
import { movedCode } from './moved-code.ts';
import { keptAsInGolden } from './retained-lines.ts';

const LINES = Array.from({ length: 20 }, (_, at) => `statement${at}();`);

type Tree = Parameters<typeof comparisonOf>[1];

/** Removes the lines from this index on. */
const without = (from: number): Tree[string] =>
  edited(
    [],
    LINES.slice(from).map((text, at) => [from + at + 1, text] as const),
  );

function kept(golden: Tree, patched: Tree): number {
  const comparison = comparisonOf({ 'a.ts': LINES }, golden, patched);
  return keptAsInGolden(comparison, movedCode(comparison))('a.ts');
}

test('a patch that keeps what golden keeps has 1', () => {
  expect(kept({}, {})).toBe(1);
  expect(kept({ 'a.ts': without(10) }, { 'a.ts': without(10) })).toBe(1);
});

test('half of the lines are enough, and fewer count proportionally', () => {
  expect(kept({}, { 'a.ts': without(10) })).toBe(1);
  expect(kept({}, { 'a.ts': without(5) })).toBe(0.5);
  expect(kept({}, { 'a.ts': REMOVED })).toBe(0);
});

test('lines that golden removes are not expected', () => {
  expect(kept({ 'a.ts': without(8) }, { 'a.ts': without(4) })).toBe(1);
  expect(kept({ 'a.ts': without(8) }, { 'a.ts': without(2) })).toBe(0.5);
});

test('nothing is expected if golden deletes more than nine tenths', () => {
  expect(kept({ 'a.ts': without(1) }, { 'a.ts': REMOVED })).toBe(1);
  expect(kept({ 'a.ts': without(2) }, { 'a.ts': REMOVED })).toBe(0);
  expect(kept({ 'a.ts': REMOVED }, { 'a.ts': REMOVED })).toBe(1);
});

test('a line that golden moves may stay, or be where golden moved it', () => {
  const golden = { 'a.ts': REMOVED, 'b.ts': edited(LINES) };
  expect(kept(golden, golden)).toBe(1);
  expect(kept(golden, {})).toBe(1);
  expect(kept(golden, { 'a.ts': REMOVED, 'b.ts': edited(LINES.slice(0, 5)) })).toBe(0.5);
  expect(kept(golden, { 'a.ts': REMOVED })).toBe(0);
});

test('lines in place and moved lines count together', () => {
  const golden = { 'a.ts': without(10), 'b.ts': edited(LINES.slice(10)) };
  // Five of ten lines stay in place and none of the ten that golden moved is kept: 5 of 20.
  expect(kept(golden, { 'a.ts': without(5) })).toBe(0.5);
  // Two lines stay and three are in the file that golden moved them to.
  const patched = { 'a.ts': without(2), 'b.ts': edited(LINES.slice(10, 13)) };
  expect(kept(golden, patched)).toBe(0.5);
});

test('a line that golden keeps in place does not count where it was copied to', () => {
  const golden = { 'b.ts': edited(LINES) };
  expect(kept(golden, { 'a.ts': without(5), 'b.ts': edited(LINES) })).toBe(0.5);
});

test('a file without significant lines has 1', () => {
  const comparison = comparisonOf({ 'a.ts': ['});'] }, {}, { 'a.ts': REMOVED });
  expect(keptAsInGolden(comparison, movedCode(comparison))('a.ts')).toBe(1);
});

test('the second question about a file has the same answer', () => {
  const comparison = comparisonOf({ 'a.ts': LINES }, {}, { 'a.ts': without(5) });
  const share = keptAsInGolden(comparison, movedCode(comparison));
  expect([share('a.ts'), share('a.ts')]).toEqual([0.5, 0.5]);
});
