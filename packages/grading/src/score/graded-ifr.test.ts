import type { Ruleset } from '@refbench/rule-engine';
import { expect, test } from 'vitest';
import { gradedIfr, referenceCounts } from './graded-ifr.ts';
import type { TreeScan } from '../scan/tree-scan.ts';

const ruleset = {
  additive: [{ id: 'new' }],
  reductive: [{ id: 'old' }],
} as unknown as Ruleset;

const matches = (rules: readonly string[], errors: TreeScan['errors'] = []): TreeScan => ({
  witnesses: rules.map((rule, index) => ({
    rule,
    file: 'a.ts',
    start: { line: index + 1, column: 1 },
    end: { line: index + 1, column: 2 },
  })),
  broken: [],
  skipped: [],
  errors,
});

const reference = referenceCounts(
  ruleset,
  new Map([
    ['old', 4],
    ['new', 0],
  ]),
  new Map([
    ['old', 0],
    ['new', 2],
  ]),
);

test('counts places, where IFR counts rules', () => {
  expect(gradedIfr(ruleset, reference, matches(['new', 'old']))).toBe((0.5 + 0.75) / 2);
  expect(gradedIfr(ruleset, reference, matches(['new', 'new']))).toBe(1);
  expect(gradedIfr(ruleset, reference, matches(['old', 'old', 'old', 'old']))).toBe(0);
});

test('is unknown where a rule is', () => {
  const error = { rule: 'old', file: 'a.ts', reason: 'time' };
  expect(gradedIfr(ruleset, reference, matches(['new'], [error]))).toBeNull();
  expect(gradedIfr(ruleset, new Map([['new', 2]]), matches(['new']))).toBeNull();
});
