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
