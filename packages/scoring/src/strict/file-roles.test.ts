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
  lines: Readonly<Record<'golden' | 'patched', Readonly<Record<string, number>>>> = {
    golden: {},
    patched: {},
  },
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fileRoles(counts(golden), counts(patched), {
      golden: new Map(Object.entries(lines.golden)),
      patched: new Map(Object.entries(lines.patched)),
    }),
  );

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

test('a new file of the patch stands for several new files of golden, up to its new lines', () => {
  const golden = { r: { a: 2 }, s: { b: 1 }, t: { c: 1 } };
  const patched = { r: { all: 2 }, s: { all: 1 }, t: { all: 1 } };
  const lines = (all: number) => ({ golden: { a: 30, b: 20, c: 20 }, patched: { all } });
  expect(roles(golden, patched, lines(70))).toEqual({ a: 'all', b: 'all', c: 'all' });
  expect(roles(golden, patched, lines(35))).toEqual({ a: 'all', b: 'all', c: 'all' });
  expect(roles(golden, patched, lines(30))).toEqual({ a: 'all', b: 'all' });
  expect(roles(golden, patched, lines(20))).toEqual({ a: 'all' });
});

test('a file that base has does not, and a file that golden only changes needs its own', () => {
  const golden = { r: { a: 1 }, s: { b: 1 } };
  const patched = { r: { all: 1 }, s: { all: 1 } };
  const both = { a: 10, b: 10 };
  expect(roles(golden, patched, { golden: both, patched: {} })).toEqual({ a: 'all' });
  expect(roles(golden, patched, { golden: { a: 10 }, patched: { all: 90 } })).toEqual({ a: 'all' });
});
