import { expect, test } from 'vitest';
import { completePatch } from './complete-patch.ts';
import { parsePatch } from './parse-patch.ts';

const HEAD = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n';
const WHOLE = `${HEAD}@@ -1,4 +1,4 @@\n-a\n+b\n c\n \n \n`;

test.each([
  ['a stripped patch', WHOLE.trim(), WHOLE],
  ['without its last line feed', WHOLE.slice(0, -1), WHOLE],
  ['a stripped patch that was given one line feed', `${WHOLE.trim()}\n`, WHOLE],
  [
    'no newline at the end of the file',
    `${HEAD}@@ -1 +1 @@\n-a\n+b`,
    `${HEAD}@@ -1 +1 @@\n-a\n+b\n`,
  ],
])('%s is completed', (_name, given, whole) => {
  const { patch, note } = completePatch(Buffer.from(given));
  expect(patch.toString()).toBe(whole);
  expect(note).toMatch(/last line feed/);
  expect(parsePatch(patch).kind).toBe('parsed');
});

test.each([
  ['a whole patch', WHOLE],
  ['an empty patch', ''],
  ['a hunk that lacks more than blank lines', `${HEAD}@@ -1,2 +1,3 @@\n-a\n+b`],
  ['no patch at all', 'I changed nothing.'],
])('%s stays as it is', (_name, given) => {
  const completed = completePatch(Buffer.from(given));
  expect(completed).toEqual({ patch: Buffer.from(given), note: undefined });
});
