import { expect, test } from 'vitest';
import { originalTestFindings } from './original-tests-check.ts';

const kinds = (part: Partial<Parameters<typeof originalTestFindings>[0]>): readonly string[] =>
  originalTestFindings({ missing: [], failing: [], own_form: [], ...part }).map(
    ({ kind, severity }) => `${kind} ${severity}`,
  );

test('original tests that pass are no finding', () => {
  expect(kinds({})).toEqual([]);
});

test('a test that runs and fails is suspect, and one that does not run is a note', () => {
  expect(kinds({ failing: ['a'] })).toEqual(['original-tests-failing suspect']);
  expect(kinds({ missing: ['a'] })).toEqual(['original-tests-failing note']);
  expect(kinds({ own_form: ['a'] })).toEqual(['original-tests-failing note']);
  expect(kinds({ failing: ['a'], missing: ['b'] })).toHaveLength(2);
});
