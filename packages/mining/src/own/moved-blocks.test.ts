import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeOf, functionLines } from './code-patch.testkit.ts';
import type { CodeFile } from './code-lines.ts';
import { findMovedBlocks, movedBlocks } from './moved-blocks.ts';

test('a block in another file counts, with any indentation', async () => {
  const lines = functionLines('scale', 3);
  const files = await codeOf(
    { path: 'a.js', removed: lines },
    { path: 'b.js', added: ['class Scale {', ...lines.map((line) => `    ${line}`), '}'] },
  );
  expect(movedBlocks(files)).toEqual({ blocks: 1, lines: 4, acrossFiles: 4 });
});

test('a block that was added once is found once, and for each copy if asked for', async () => {
  const lines = functionLines('scale', 3);
  const files = await codeOf(
    { path: 'a.js', removed: lines },
    { path: 'b.js', removed: lines },
    { path: 'c.js', added: lines },
  );
  expect(movedBlocks(files)).toMatchObject({ blocks: 1, lines: 4 });
  const block = { to: 'c.js', lines: lines.map((line) => line.trim()) };
  expect(findMovedBlocks(files, { once: false })).toEqual([
    { from: 'a.js', ...block },
    { from: 'b.js', ...block },
  ]);
});

test('imports and brackets are no block', async () => {
  const lines = ["import { a } from './a.js';", '}', '  }', '}', '});', '}'];
  const files = await codeOf({ path: 'a.js', removed: lines }, { path: 'b.js', added: lines });
  expect(movedBlocks(files).blocks).toBe(0);
});

test('no more lines reappear than were removed or added', () => {
  const run = fc.array(fc.constantFrom('alpha(beta, gamma);', 'if (delta) {', '}', 'x = 1;'));
  const file = fc.record({ removed: fc.array(run), added: fc.array(run) });
  fc.assert(
    fc.property(fc.array(file, { maxLength: 4 }), (sides) => {
      const files = sides.map((each, at): CodeFile => {
        return { ...each, path: `${at}.js`, isTest: false, isMoved: false, comments: 0 };
      });
      const { lines, acrossFiles } = movedBlocks(files);
      const [removed, added] = (['removed', 'added'] as const).map((side) =>
        files.reduce((total, each) => total + each[side].flat().length, 0),
      );
      expect(lines).toBeLessThanOrEqual(Math.min(removed ?? 0, added ?? 0));
      expect(acrossFiles).toBeLessThanOrEqual(lines);
    }),
  );
});
