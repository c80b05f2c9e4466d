import type { SourceFile } from '@refbench/rule-engine';
import { expect, test } from 'vitest';
import { collectFragments, type Fragment } from './fragment.ts';
import { definitionsElsewhere, movedFragments, withoutMovedFragments } from './moved-fragments.ts';

/** All pieces of syntax of these files. */
function fragmentsOf(texts: Readonly<Record<string, string>>): readonly Fragment[] {
  const files = Object.entries(texts).map(([path, text]): [string, SourceFile] => [
    path,
    { path, bytes: Buffer.from(text) },
  ]);
  const lines = Object.entries(texts).flatMap(([path, all]) =>
    all.split('\n').map((text, index) => ({ path, line: index + 1, text })),
  );
  return collectFragments({ files: new Map(files), lines });
}

const double = 'function double(n) { return 2 * n; }\n';

test('of copies that become one, the definitions stand elsewhere, and nothing only moved', () => {
  const own = fragmentsOf({ 'a.js': double, 'b.js': `${double}function gone() {}\n` });
  const other = fragmentsOf({ 'c.js': double });
  expect(withoutMovedFragments(own, other)).toHaveLength(own.length);
  const elsewhere = definitionsElsewhere(own, other);
  expect(elsewhere.map(({ file, node: { text } }) => [file, text])).toEqual([
    ['a.js', double.trim()],
    ['b.js', double.trim()],
  ]);
  expect(movedFragments(own, other, own)).toEqual(elsewhere);
});
