import type { Witness } from '@refbench/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineCoverage } from './line-coverage.ts';
import { witnesses } from './scoring.testkit.ts';

test('merged intervals cover exactly the lines of the witnesses', () => {
  fc.assert(
    fc.property(witnesses, (some) => {
      const covers = lineCoverage(some);
      for (const file of ['a.ts', 'b.py', 'absent.ts']) {
        for (let line = 0; line <= 40; line += 1) {
          const expected = some.some(
            (one) => one.file === file && one.start.line <= line && line <= one.end.line,
          );
          expect(covers(file, line)).toBe(expected);
        }
      }
    }),
  );
});

const witness = (first: number, last: number, column = 9): Witness => ({
  rule: 'r',
  file: 'a.ts',
  start: { line: first, column: 1 },
  end: { line: last, column },
});

/** The lines from 0 to 9 that witnesses cover. */
function covered(...some: readonly Witness[]): readonly number[] {
  const covers = lineCoverage(some);
  return Array.from({ length: 10 }, (_, line) => line).filter((line) => covers('a.ts', line));
}

test('a witness that ends before the first column does not cover its last line', () => {
  expect(covered(witness(2, 4, 1))).toEqual([2, 3]);
  expect(covered(witness(2, 4, 2))).toEqual([2, 3, 4]);
});

test('an empty witness covers its line', () => {
  expect(covered(witness(2, 2, 1))).toEqual([2]);
});

test('witnesses that overlap, touch or lie apart cover their own lines', () => {
  expect(covered(witness(1, 6), witness(2, 3))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(covered(witness(4, 5), witness(1, 2))).toEqual([1, 2, 4, 5]);
  expect(covered(witness(1, 2), witness(3, 4))).toEqual([1, 2, 3, 4]);
});
