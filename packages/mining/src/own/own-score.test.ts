import fc from 'fast-check';
import { readLanguages } from '@refbench/code-facts';
import { expect, test } from 'vitest';
import { measurePatch } from '../diff-filter/measures.ts';
import { functionLines, patchOf, type TestChange } from './code-patch.testkit.ts';
import { codeFilesOf } from './code-lines.ts';
import { ownScore } from './own-score.ts';
import { readOwnTools } from './own-tools.ts';
import { ownSigns, type OwnSigns } from './own-signs.ts';

const { rules } = await readOwnTools();
const languages = await readLanguages();
const SILENT = { message: 0, doubt: 0 };

function signs(...changes: readonly TestChange[]): OwnSigns {
  const patch = patchOf(changes);
  return ownSigns(codeFilesOf(patch, languages), measurePatch(patch, languages));
}

const LINES = Array.from({ length: 20 }, (_, at) => functionLines(`scale${at}`, at)).flat();
const OTHERS = Array.from({ length: 20 }, (_, at) => functionLines(`other${at}`, 50 + at)).flat();
const MOVE = [
  { path: 'a.js', removed: LINES },
  { path: 'b.js', added: LINES },
];

test('the merits sum to 1', () => {
  const total = Object.values(rules.merits).reduce((sum, each) => sum + each, 0);
  expect(total).toBeCloseTo(1);
});

test('a move scores better than new code of the same size', () => {
  const fresh = signs({ path: 'a.js', added: LINES }, { path: 'b.js', added: OTHERS });
  expect(ownScore(SILENT, signs(...MOVE), rules)).toBeGreaterThan(
    ownScore(SILENT, fresh, rules) + 0.2,
  );
});

test('a message that names a refactoring raises the score, one that names a fix lowers it', () => {
  const score = ownScore(SILENT, signs(...MOVE), rules);
  expect(ownScore({ message: 1, doubt: 0 }, signs(...MOVE), rules)).toBeGreaterThan(score);
  expect(ownScore({ message: 0, doubt: 1 }, signs(...MOVE), rules)).toBeLessThan(score);
});

test('other values in assertions lower the score', () => {
  const asserts = (add: number): readonly string[] =>
    LINES.map((_, at) => `assert.equal(scale(${at}), ${at + add});`);
  const kept = signs(...MOVE, { path: 'test/a.js', removed: asserts(0), added: asserts(0) });
  const changed = signs(...MOVE, { path: 'test/a.js', removed: asserts(0), added: asserts(1000) });
  expect(ownScore(SILENT, changed, rules)).toBeLessThan(ownScore(SILENT, kept, rules));
});

test('the score of any change lies between 0 and 1', () => {
  const side = fc.array(fc.constantFrom(...LINES.slice(0, 12), '', '// note', 'import a;'));
  const change = fc.record({ removed: side, added: side });
  const message = fc.record({
    message: fc.double({ min: 0, max: 1, noNaN: true }),
    doubt: fc.constant(0.5),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), message, (sides, purpose) => {
      const changes = sides
        .map((each, at) => ({ ...each, path: `${at}.js` }))
        .filter(({ removed, added }) => removed.length + added.length > 0);
      const score = ownScore(purpose, signs(...changes), rules);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }),
  );
});
