import { parsePatch } from '@refbench/repos';
import { expect, test } from 'vitest';
import { contextOf } from '../rule-context.testkit.ts';
import { writeEdited } from '../scan/write-edited.ts';
import { codeHunks, type EffectOf } from './code-hunks.ts';

const LINES = Array.from({ length: 30 }, (_, index) => `  call${index}(first, ${index});`);
const CHANGED = LINES.flatMap((line, index) => {
  if (index === 2) return [line.replace('call', 'other')];
  return index === 24 ? [line, '  more();'] : [line];
});

/** Comments are the only text without an effect here. */
const effectOf: EffectOf = (_path, _line, text) => text.replace(/\/\/.*/, '');

const LAYOUTS: Readonly<Record<string, (line: string) => string>> = {
  'as it was': (line) => line,
  'other indentation': (line) => `\t${line.trim()}`,
  'blank lines': (line) => `\n${line}\n`,
  'comments on lines of their own': (line) => `// as before\n${line}`,
  'comments behind code': (line) => `${line} // as before`,
  'other ends of lines': (line) => `${line}\r`,
};

test.each(Object.entries(LAYOUTS))('the layout makes no difference: %s', async (_, layout) => {
  const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
  const files = { 'a.ts': text(LINES), 'b.ts': 'same();\n' };
  await using context = await contextOf(files, files);
  const edited = text(CHANGED.map(layout));
  const treeish = await writeEdited(context, [{ path: 'a.ts', content: edited }]);
  const { repository, base, commits } = context;
  const patch = parsePatch(await repository.diff(commits.base, treeish));
  if (patch.kind === 'rejected') throw new Error(patch.reason);
  const hunks = await codeHunks({
    repository,
    patch,
    base,
    other: await repository.readTree(treeish),
    removed: effectOf,
    added: effectOf,
  });
  const found = hunks.get('a.ts')?.map(({ removed, added }) => ({
    removed: removed.map(({ line }) => line),
    added: added.map(({ text: own }) => own.trim()),
  }));
  expect(found).toEqual([
    { removed: [3], added: ['other2(first, 2);'] },
    { removed: [], added: ['more();'] },
  ]);
  // The line numbers are those of the files as they are.
  const lines = edited.split('\n');
  const numbers = hunks.get('a.ts')?.flatMap(({ added }) => added.map(({ line }) => line)) ?? [];
  expect(numbers.map((line) => /other2|more/.test(lines[line - 1] ?? ''))).toEqual([true, true]);
});

test('a file whose layout alone was changed has no hunk', async () => {
  const files = { 'a.ts': 'one();\ntwo();\n' };
  await using context = await contextOf(files, files);
  const treeish = await writeEdited(context, [
    { path: 'a.ts', content: 'one();\n\n\ttwo(); // x\n' },
  ]);
  const { repository, base, commits } = context;
  const patch = parsePatch(await repository.diff(commits.base, treeish));
  if (patch.kind === 'rejected') throw new Error(patch.reason);
  const other = await repository.readTree(treeish);
  const hunks = await codeHunks({
    repository,
    patch,
    base,
    other,
    removed: effectOf,
    added: effectOf,
  });
  expect([...hunks]).toEqual([['a.ts', []]]);
});
