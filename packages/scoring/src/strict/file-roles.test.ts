import { expect, test } from 'vitest';
import { fileRoles } from './file-roles.ts';
import type { RuleFiles } from './witness-files.ts';

/** Witnesses of each rule by file. */
const counts = (rules: Readonly<Record<string, Readonly<Record<string, number>>>>): RuleFiles =>
  new Map(
    Object.entries(rules).map(([rule, files]) => [rule, new Map(Object.entries(files))] as const),
  );

const roles = (
  golden: Parameters<typeof counts>[0],
  patched: Parameters<typeof counts>[0],
): Readonly<Record<string, string>> =>
  Object.fromEntries(fileRoles(counts(golden), counts(patched)));

test('files with the same path match, whatever they share', () => {
  expect(roles({ r: { a: 5 } }, { s: { a: 1 }, r: { b: 5 } })).toEqual({ a: 'a' });
});

test('a file matches the file that shares most witnesses', () => {
  expect(roles({ r: { a: 4 } }, { r: { b: 1, c: 3 } })).toEqual({ a: 'c' });
  // Of four witnesses golden has, more than four in a file are worth no more than four.
  expect(roles({ r: { a: 4 } }, { r: { b: 9, c: 4 } })).toEqual({ a: 'b' });
});

test('each rule weighs the same, however many witnesses it has', () => {
  const golden = { many: { a: 10, other: 90 }, few: { a: 1 } };
  expect(roles(golden, { many: { b: 10 }, few: { c: 1 }, x: { other: 1 } })).toEqual({
    a: 'c',
    other: 'other',
  });
});

test('a file of the patch matches one file of golden only, the closest', () => {
  expect(roles({ r: { a: 1, b: 3 } }, { r: { c: 3 } })).toEqual({ b: 'c' });
  expect(roles({ r: { a: 1, b: 3 } }, { r: { c: 3, d: 1 } })).toEqual({ b: 'c', a: 'd' });
});

test('ties are broken by path, first of golden and then of the patch', () => {
  expect(roles({ r: { b: 1, a: 1 } }, { r: { d: 1 } })).toEqual({ a: 'd' });
  expect(roles({ r: { a: 1 } }, { r: { d: 1, c: 1 } })).toEqual({ a: 'c' });
});

test('files without a common rule do not match', () => {
  expect(roles({ r: { a: 1 } }, { s: { b: 1 } })).toEqual({});
  expect(roles({ r: { a: 0 } }, { r: { b: 1 } })).toEqual({});
  expect(roles({}, {})).toEqual({});
});
