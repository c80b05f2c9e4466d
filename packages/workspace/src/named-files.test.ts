import { expect, test } from 'vitest';
import { namedFiles } from './named-files.ts';

const FILES = ['src/a/index.ts', 'src/b/index.ts', 'src/b/tool.ts', 'README.md', 'lib/Makefile'];

test.each([
  ['Change `src/a/index.ts` and ./README.md.', ['src/a/index.ts', 'README.md']],
  ['In /testbed/src/b/tool.ts: rename it.', ['src/b/tool.ts']],
  ['tool.ts goes, b/index.ts stays', ['src/b/tool.ts', 'src/b/index.ts']],
  ['index.ts could be either; the Makefile is a word', []],
  ['lib/Makefile is a path', ['lib/Makefile']],
  ['mytool.ts and tool.tsx are others', []],
])('%s', (text, files) => {
  expect([...namedFiles(text, FILES)].sort()).toEqual([...files].sort());
});
