import { describe, expect, test } from 'vitest';
import { codeOf, functionLines } from './code-patch.testkit.ts';
import { compareDeclarations, declaredName } from './declarations.ts';

describe('the name that a line declares', () => {
  test.each([
    ['export default async function load(path) {', 'load'],
    ['def parse(self, text):', 'parse'],
    ['func (s *Server) Close() error {', 'Close'],
    ['pub(crate) fn insert<K>(key: K) {', 'insert'],
    ['public static List<String> names(int max) {', 'names'],
    ['private final class Entry {', 'Entry'],
    ['export const wait = async (ms: number): Promise<void> => {', 'wait'],
  ])('%s', (line, name) => expect(declaredName(line)).toBe(name));

  test.each(['return parse(text);', 'const total = sum(values);', 'if (open) {', 'names(3);'])(
    'none in %s',
    (line) => expect(declaredName(line)).toBeUndefined(),
  );
});

test('a declaration moves with its body, or gets another name', async () => {
  const [moved, renamed, other] = [
    functionLines('moved', 1),
    functionLines('before', 2),
    functionLines('after', 2),
  ];
  const files = await codeOf(
    { path: 'a.js', removed: [...moved, ...renamed] },
    { path: 'b.js', added: [...other, ...moved] },
  );
  expect(compareDeclarations(files)).toEqual({ moved: 1, renamed: 1, fresh: 1, gone: 1 });
});

test('another body is another declaration', async () => {
  const files = await codeOf(
    { path: 'a.js', removed: functionLines('same', 1) },
    { path: 'b.js', added: functionLines('same', 2) },
  );
  expect(compareDeclarations(files)).toEqual({ moved: 0, renamed: 0, fresh: 0, gone: 0 });
});
