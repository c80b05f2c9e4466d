import { expect, test } from 'vitest';
import type { ChangeSide } from './change.ts';
import { rearrangedFiles, withoutMovedLines } from './moved-code.ts';

function sideOf(files: Readonly<Record<string, readonly string[]>>): ChangeSide {
  const lines = Object.entries(files).flatMap(([path, texts]) =>
    texts.map((text, index) => ({ path, line: index + 1, text })),
  );
  return { files: new Map(), lines };
}

const statements = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}.call(${index});`);

test('lines that the other tree has as often have only moved', () => {
  const own = sideOf({ 'old.ts': ['  keep(1);', 'old(1);', 'twice();', 'twice();'] });
  const other = sideOf({ 'new.ts': ['keep(1)', 'fresh(1);', 'twice();'] });
  expect(withoutMovedLines(own, other).lines.map(({ text }) => text)).toEqual([
    'old(1);',
    'twice();',
    'twice();',
  ]);
});

test('a file whose code goes to one new file is renamed, one whose code is distributed is not', () => {
  const [one, two] = [statements('one', 20), statements('two', 20)];
  const base = sideOf({ 'whole.ts': [...one, ...two] });
  expect([...rearrangedFiles(base, sideOf({ 'renamed.ts': [...one, ...two] }))]).toEqual([]);
  const split = sideOf({ 'one.ts': one, 'two.ts': two });
  expect([...rearrangedFiles(base, split)]).toEqual(['whole.ts']);
  expect([...rearrangedFiles(split, base)]).toEqual(['one.ts', 'two.ts']);
});

test('a file that remains is not renamed, though all that it loses goes to one file', () => {
  const lines = statements('one', 20);
  const [base, golden] = [sideOf({ 'a.ts': lines }), sideOf({ 'b.ts': lines })];
  const kept = { path: 'a.ts', bytes: Buffer.from('kept();') };
  expect([...rearrangedFiles(base, { ...golden, files: new Map([['a.ts', kept]]) })]).toEqual([
    'a.ts',
  ]);
});

test('code that stays in its file, and a few equal lines, are no rearrangement', () => {
  const lines = statements('one', 20);
  const base = sideOf({ 'a.ts': lines, 'b.ts': lines.slice(0, 3) });
  expect([...rearrangedFiles(base, sideOf({ 'a.ts': lines.toReversed(), 'c.ts': lines }))]).toEqual(
    [],
  );
});
