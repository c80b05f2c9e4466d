import { expect, test } from 'vitest';
import { escapes } from './entry-escapes.ts';

test.each([
  ['package/index.js', undefined, false],
  ['./a/../b', undefined, false],
  ['a/b', '../c', false],
  ['a/b/c', '../../d', false],
  ['../outside', undefined, true],
  ['a/../../outside', undefined, true],
  ['/etc/passwd', undefined, true],
  ['a\\..\\..\\outside', undefined, true],
  ['C:\\temp\\x', undefined, true],
  ['a/b', '../../c', true],
  ['a/b', '/etc/passwd', true],
])('%j with link %j escapes: %s', (name, link, expected) => {
  expect(escapes({ name, link })).toBe(expected);
});
