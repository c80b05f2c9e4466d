import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedLines, line } from './scoring.testkit.ts';
import { substantiveLines } from './substantive-lines.ts';

test('a line that was only reindented is excluded on both sides', () => {
  const kept = substantiveLines(
    [line('a.ts', 1, '    call( x );'), line('a.ts', 2, 'added();')],
    [line('a.ts', 1, '\tcall(x);'), line('a.ts', 5, 'removed();')],
  );
  expect(kept.added.map((entry) => entry.line)).toEqual([2]);
  expect(kept.removed.map((entry) => entry.line)).toEqual([5]);
});

test('a line that moved unchanged is kept, and so is the same line in another file', () => {
  const moved = line('a.ts', 9, 'call(x);');
  const elsewhere = line('b.ts', 1, '  call(x);');
  const removed = [line('a.ts', 1, 'call(x);')];
  expect(substantiveLines([moved, elsewhere], removed)).toEqual({
    added: [moved, elsewhere],
    removed,
  });
});

test('each line pairs once: with two added and one removed lines, the later added line is kept', () => {
  const kept = substantiveLines(
    [line('a.ts', 7, '  }'), line('a.ts', 3, '    }')],
    [line('a.ts', 3, '}')],
  );
  expect(kept).toEqual({ added: [line('a.ts', 7, '  }')], removed: [] });
});

test('a duplicate line counts once', () => {
  expect(substantiveLines([line('a.ts', 1), line('a.ts', 1)], []).added).toHaveLength(1);
});

test('the filter returns a subset, does not depend on order, and is idempotent', () => {
  const places = (lines: Iterable<{ path: string; line: number }>): string[] =>
    [...lines].map((entry) => `${entry.path}:${entry.line}`).sort();
  fc.assert(
    fc.property(changedLines, changedLines, (added, removed) => {
      const kept = substantiveLines(added, removed);
      expect(places(added)).toEqual(expect.arrayContaining(places(kept.added)));
      const shuffled = substantiveLines([...added].toReversed(), [...removed].toReversed());
      expect(places(shuffled.added)).toEqual(places(kept.added));
      expect(places(shuffled.removed)).toEqual(places(kept.removed));
      expect(substantiveLines(kept.added, kept.removed)).toEqual(kept);
    }),
  );
});

test('the filter excludes equal numbers of added and removed lines as pairs', () => {
  const code = fc.uniqueArray(
    fc.record({
      path: fc.constant('a.ts'),
      line: fc.integer({ min: 1, max: 30 }),
      text: fc.constantFrom('x=1', 'x = 1', ' x=1', '}', ' }'),
    }),
    { selector: (entry) => entry.line },
  );
  fc.assert(
    fc.property(code, code, (added, removed) => {
      const kept = substantiveLines(added, removed);
      expect(added.length - kept.added.length).toBe(removed.length - kept.removed.length);
    }),
  );
});

test('the syntax tree takes precedence over the text of the line', () => {
  const kept = substantiveLines(
    [
      line('a.ts', 1, 'words in a block'),
      line('a.ts', 2, '// in a string'),
      line('b.ts', 3, '// c'),
    ],
    [line('a.ts', 1, 'words in a block'), line('a.ts', 2, '// c')],
    {
      added: (path, number) => (path === 'a.ts' ? number === 1 : undefined),
      removed: () => undefined,
    },
  );
  expect(kept.added).toEqual([line('a.ts', 2, '// in a string')]);
  expect(kept.removed).toEqual([line('a.ts', 1, 'words in a block')]);
});
