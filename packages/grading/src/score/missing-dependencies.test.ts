import type { MissingPackage, TestsRecord } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { lackingText, missingOf } from './missing-dependencies.ts';

const lacks = (...names: readonly string[]): readonly MissingPackage[] =>
  names.map((name) => ({ name, reason: 'later', detail: `${name} is younger` }));

test('a sentence names at most five packages', () => {
  expect(lackingText(lacks('a'))).toBe('dependencies-missing: a could not be had: a is younger');
  expect(lackingText(lacks('a', 'b', 'c', 'd', 'e', 'f', 'g'))).toContain(
    'a, b, c, d, e and 2 more could not be had',
  );
});

test('only a run without counts has missing packages', () => {
  const packages = { missing: lacks('a') };
  const run = { kind: 'no-verdict', reason: lackingText(lacks('a')) };
  expect(missingOf({ run, packages } as unknown as TestsRecord)).toEqual({
    packages: packages.missing,
    responsible: 'instance',
  });
  const counts = { passed: 1, failed: 0, skipped: 0, total: 1 };
  expect(missingOf({ run: { kind: 'counted', counts }, packages } as unknown as TestsRecord)).toBe(
    undefined,
  );
  expect(
    missingOf({ run: { kind: 'no-verdict', reason: 'it crashed' } } as unknown as TestsRecord),
  ).toBe(undefined);
});
