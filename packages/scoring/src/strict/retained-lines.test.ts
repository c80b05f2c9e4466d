import { describe, expect, test } from 'vitest';
import { comparisonOf, edited, REMOVED } from './code-comparison.testkit.ts';
import { movedCode } from './moved-code.ts';
import { retainedCode } from './retained-lines.ts';

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
  return retainedCode(comparison, movedCode(comparison)).inFile('a.ts');
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
  expect(retainedCode(comparison, movedCode(comparison)).inFile('a.ts')).toBe(1);
});

test('the second question about a file has the same answer', () => {
  const comparison = comparisonOf({ 'a.ts': LINES }, {}, { 'a.ts': without(5) });
  const { inFile } = retainedCode(comparison, movedCode(comparison));
  expect([inFile('a.ts'), inFile('a.ts')]).toEqual([0.5, 0.5]);
});

describe('around a place', () => {
  const place = (first: number, last = first) => ({
    file: 'a.ts',
    start: { line: first, column: 1 },
    end: { line: last, column: 9 },
  });
  const LONG = Array.from({ length: 60 }, (_, at) => `statement${at}();`);
  const withoutLines = (first: number, last: number): Tree[string] =>
    edited(
      [],
      LONG.slice(first - 1, last).map((text, at) => [first + at, text] as const),
    );
  const around = (golden: Tree, patched: Tree, at: ReturnType<typeof place>): number => {
    const comparison = comparisonOf({ 'a.ts': LONG }, golden, patched);
    return retainedCode(comparison, movedCode(comparison)).around(at);
  };
  const golden = { 'a.ts': withoutLines(30, 30) };

  test('the place where golden removes a line has 1 if only that line is removed', () => {
    expect(around(golden, golden, place(30))).toBe(1);
  });

  test('what a patch deletes elsewhere in the file does not count', () => {
    const ends = [...withoutLines(1, 19).hunks, ...withoutLines(41, 60).hunks];
    expect(around(golden, { 'a.ts': { ...edited([]), hunks: ends } }, place(30))).toBe(1);
  });

  test('what it deletes beside the place does, unless most of the file stays', () => {
    expect(around(golden, { 'a.ts': withoutLines(20, 35) }, place(30))).toBe(1);
    const most = Array.from({ length: 55 }, (_, at) => at + 1).filter((line) => line !== 28);
    const beside = edited(
      [],
      most.map((line) => [line, LONG[line - 1] ?? ''] as const),
    );
    // One of the twenty nearest lines is left, and six of 59 in the file.
    expect(around(golden, { 'a.ts': beside }, place(30))).toBeCloseTo(6 / 29.5);
    expect(around(golden, { 'a.ts': withoutLines(1, 55) }, place(30))).toBeCloseTo(5 / 29.5);
    expect(around(golden, { 'a.ts': REMOVED }, place(30))).toBe(0);
  });

  test('lines that golden removes too are passed over', () => {
    const removed = { 'a.ts': withoutLines(20, 40) };
    expect(around(removed, removed, place(25, 30))).toBe(1);
    expect(around(removed, { 'a.ts': withoutLines(5, 55) }, place(25, 30))).toBeCloseTo(9 / 19.5);
  });

  test('a place in code that golden deletes with its file has 1', () => {
    expect(around({ 'a.ts': REMOVED }, { 'a.ts': REMOVED }, place(30))).toBe(1);
  });
});
