import { beforeAll, describe, expect, test } from 'vitest';
import type { Commit } from '../commit/commit.ts';
import { readDefinition, type Definition } from './definition.ts';
import { compareAdmitted, filterEvent, type Admitted } from './event-filter.ts';

let definition: Definition;
beforeAll(async () => {
  definition = await readDefinition();
});

const commit: Commit = {
  repository: 'a/b',
  golden: 'a'.repeat(40),
  merged: 'yes',
  title: 'Refactor it',
  stars: 90,
  paths: { count: 45, rename_is: 2 },
  chosen: false,
};

function code(change: Partial<Commit>): string {
  const finding = filterEvent({ ...commit, ...change }, definition);
  return finding.kind === 'rejected' ? finding.why.code : finding.kind;
}

describe('the first stage', () => {
  test('admits at the bounds', () => expect(code({})).toBe('admitted'));
  test('requires 90 stars, except for repositories that the user specified', () => {
    expect(code({ stars: 89 })).toBe('stars');
    expect(code({ stars: 89, chosen: true })).toBe('admitted');
  });
  test('counts a rename as two paths, and doubles the count of other sources', () => {
    expect(code({ paths: { count: 44, rename_is: 2 } })).toBe('paths');
    expect(code({ paths: { count: 23, rename_is: 1 } })).toBe('admitted');
    expect(code({ paths: { count: 22, rename_is: 1 } })).toBe('paths');
  });
  test('one positive is enough without weak negatives; otherwise each needs two', () => {
    expect(code({ title: 'Add a feature, refactor' })).toBe('keyword-ratio');
    expect(code({ title: 'Add: refactor' })).toBe('keyword-ratio');
    expect(code({ title: 'Add: refactor and rename' })).toBe('admitted');
  });
  test('a veto word overrides positives and missing fields', () => {
    expect(code({ title: 'Refactor, rename, move and fix' })).toBe('veto-word');
    expect(
      filterEvent({ repository: 'a/b', merged: 'unknown', title: 'fix', chosen: false }, definition)
        .kind,
    ).toBe('rejected');
  });
});

test('the order is strong, weak, stars, paths', () => {
  const admitted = (strong: number, weak: number, stars: number, paths: number): Admitted => ({
    kind: 'admitted',
    commit: { ...commit, stars, paths: { count: paths, rename_is: 2 } },
    keywords: { strong, weak },
  });
  const ordered = [
    admitted(2, 0, 1, 1),
    admitted(1, 3, 1, 1),
    admitted(1, 2, 9, 1),
    admitted(1, 2, 8, 7),
    admitted(1, 2, 8, 6),
  ];
  expect(ordered.toReversed().toSorted(compareAdmitted)).toStrictEqual(ordered);
});
