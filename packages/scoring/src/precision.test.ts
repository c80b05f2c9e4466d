import fc from 'fast-check';
import { expect, test } from 'vitest';
import { precision } from './precision.ts';
import { changedLines, line, witness, witnesses } from './scoring.testkit.ts';

test('example: 2 of 4 added and 1 of 2 removed lines, without comments, blanks and documentation', () => {
  const result = precision({
    added: [
      ...[10, 11, 12, 40].map((number) => line('src/a.ts', number)),
      line('src/a.ts', 13, '// a comment'),
      line('src/a.ts', 14, '   '),
      line('README.md', 11),
      line('vendor/x.ts', 11),
    ],
    removed: [line('src/a.ts', 3), line('src/b.ts', 3)],
    additive: [witness('src/a.ts', 11, 12), witness('src/a.ts', 12, 14), witness('README.md', 11)],
    reductive: [witness('src/b.ts', 1, 5)],
  });
  expect(result).toEqual({
    value: { additive: 0.5, reductive: 0.5, total: 0.5 },
    counts: { additive: { covered: 2, total: 4 }, reductive: { covered: 1, total: 2 } },
    reasons: {},
  });
});

test('example: the total is weighted by lines', () => {
  const { value } = precision({
    added: [1, 2, 3, 4, 5, 6].map((number) => line('a.ts', number)),
    removed: [1, 2].map((number) => line('b.ts', number)),
    additive: [witness('a.ts', 1, 3)],
    reductive: [witness('b.ts', 1, 2)],
  });
  expect(value).toEqual({ additive: 0.5, reductive: 1, total: 0.625 });
});

test('without lines, precision is null with a reason', () => {
  expect(precision({ added: [], removed: [], additive: [], reductive: [] })).toEqual({
    value: { additive: null, reductive: null, total: null },
    counts: { additive: { covered: 0, total: 0 }, reductive: { covered: 0, total: 0 } },
    reasons: {
      'precision.additive': 'the patch adds no lines of source code',
      'precision.reductive': 'the patch removes no lines of source code',
      'precision.total': 'the patch changes no lines of source code',
    },
  });
});

test('a witness that ends before the first column of a line does not cover it', () => {
  const block = {
    rule: 'r',
    file: 'a.py',
    start: { line: 2, column: 1 },
    end: { line: 4, column: 1 },
  };
  const { counts } = precision({
    added: [1, 2, 3, 4].map((number) => line('a.py', number)),
    removed: [],
    additive: [block],
    reductive: [],
  });
  expect(counts.additive).toEqual({ covered: 2, total: 4 });
});

test('additive witnesses do not cover removed lines', () => {
  const { counts } = precision({
    added: [],
    removed: [line('a.ts', 1)],
    additive: [witness('a.ts', 1)],
    reductive: [],
  });
  expect(counts.reductive).toEqual({ covered: 0, total: 1 });
});

test('precision is in range, independent of order, and equal to counting line by line', () => {
  fc.assert(
    fc.property(changedLines, changedLines, witnesses, witnesses, (added, removed, plus, minus) => {
      const result = precision({ added, removed, additive: plus, reductive: minus });
      const reversed = precision({
        added: [...added].toReversed(),
        removed: [...removed].toReversed(),
        additive: [...plus].toReversed(),
        reductive: [...minus].toReversed(),
      });
      expect(reversed).toEqual(result);
      for (const ratio of Object.values(result.value)) {
        if (ratio === null) continue;
        expect(ratio).toBeGreaterThanOrEqual(0);
        expect(ratio).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('more witnesses never lower precision: one over every file gives 1, none gives 0', () => {
  const all = ['a.ts', 'b.py'].map((file) => witness(file, 1, 100));
  fc.assert(
    fc.property(changedLines, witnesses, witnesses, (added, some, more) => {
      const with_ = (additive: typeof some): number | null =>
        precision({ added, removed: [], additive, reductive: [] }).value.additive;
      expect(with_([...some, ...more]) ?? 0).toBeGreaterThanOrEqual(with_(some) ?? 0);
      const present = with_([]) !== null;
      expect(with_([])).toBe(present ? 0 : null);
      expect(with_(all)).toBe(present ? 1 : null);
    }),
  );
});
