import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineMap } from './line-map.ts';
import { parsePatch } from './parse-patch.ts';

function mapOf(patch: string): (line: number, path?: string) => string | undefined {
  const parsed = parsePatch(Buffer.from(patch));
  if (parsed.kind !== 'parsed') throw new Error('no patch');
  const map = lineMap(parsed);
  return (line, path = 'a') => {
    const place = map(path, line);
    return place === undefined ? undefined : `${place.file}:${place.line}`;
  };
}

test('lines before, between, within and after hunks', () => {
  const map = mapOf(
    '--- a/a\n+++ b/a\n@@ -2,3 +2,2 @@\n x\n-y\n z\n@@ -10,2 +9,4 @@\n p\n+q\n+r\n s\n',
  );
  expect([1, 2, 3, 4, 5, 10, 11, 12].map((line) => map(line))).toEqual([
    'a:1',
    'a:2',
    undefined,
    'a:3',
    'a:4',
    'a:9',
    'a:12',
    'a:13',
  ]);
});

test('insertions without context, renames, removed and untouched files', () => {
  expect(mapOf('--- a/a\n+++ b/a\n@@ -3,0 +4,2 @@\n+x\n+y\n')(3)).toBe('a:3');
  expect(mapOf('--- a/a\n+++ b/a\n@@ -3,0 +4,2 @@\n+x\n+y\n')(4)).toBe('a:6');
  const renamed =
    'diff --git a/a b/b\nsimilarity index 90%\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1,2 +1,1 @@\n-x\n y\n';
  expect(mapOf(renamed)(2)).toBe('b:1');
  const removed =
    'diff --git a/a b/a\ndeleted file mode 100644\n--- a/a\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n';
  expect(mapOf(removed)(1)).toBeUndefined();
  expect(mapOf(removed)(1, 'other')).toBe('other:1');
});

test('every kept line of any edit is found at its place', () => {
  const edits = fc.array(fc.constantFrom('keep', 'drop', 'add'), { minLength: 1, maxLength: 40 });
  const isRight = fc.property(edits, (kinds) => {
    fc.pre(kinds.some((kind) => kind !== 'keep'));
    const marks = { keep: ' ', drop: '-', add: '+' } as const;
    const body = kinds.map((kind, index) => `${marks[kind]}${index}\n`).join('');
    const old = kinds.filter((kind) => kind !== 'add').length;
    const now = kinds.filter((kind) => kind !== 'drop').length;
    const starts = `-${old === 0 ? 0 : 1},${old} +${now === 0 ? 0 : 1},${now}`;
    const map = mapOf(`--- a/a\n+++ b/a\n@@ ${starts} @@\n${body}`);
    let [before, after] = [0, 0];
    return kinds.every((kind) => {
      if (kind !== 'add') before += 1;
      if (kind !== 'drop') after += 1;
      return kind === 'add' || map(before) === (kind === 'keep' ? `a:${after}` : undefined);
    });
  });
  expect(() => fc.assert(isRight)).not.toThrow();
});
