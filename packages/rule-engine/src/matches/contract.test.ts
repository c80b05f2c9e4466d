import { expect, test } from 'vitest';
import { checkContract } from './contract.ts';
import { rulesetOf, source } from '../rules.testkit.ts';
import { scanCounts, type ScanCounts } from './scan-counts.ts';
import { scanFiles } from '../scan/scan-files.ts';
import { followedRules } from '../strict/followed-rules.ts';

const ruleset = await rulesetOf({
  'additive/new.yml': 'id: new\nlanguage: ts\nrule: { pattern: next($A) }\n',
  'reductive/old.yml': 'id: old\nlanguage: ts\nrule: { pattern: previous($A) }\n',
});
const rules = [...ruleset.additive, ...ruleset.reductive];

function counts(next: number | null, previous: number | null): ScanCounts {
  return new Map([
    ['new', next],
    ['old', previous],
  ]);
}

test('the contract holds for additive 0 and more, reductive more and 0', () => {
  expect(checkContract(rules, counts(0, 3), counts(1, 0))).toEqual({
    holds: true,
    violations: [],
  });
});

test('each violated side is one violation with both counts', () => {
  const { holds, violations } = checkContract(rules, counts(2, 0), counts(0, 1));
  expect(holds).toBe(false);
  expect(violations).toEqual([
    {
      rule: 'new',
      side: 'additive',
      base: 2,
      golden: 0,
      sentence: 'additive rule "new" must not match base and matches 2 places there',
    },
    {
      rule: 'new',
      side: 'additive',
      base: 2,
      golden: 0,
      sentence: 'additive rule "new" must match golden and matches nothing there',
    },
    {
      rule: 'old',
      side: 'reductive',
      base: 0,
      golden: 1,
      sentence: 'reductive rule "old" must match base and matches nothing there',
    },
    {
      rule: 'old',
      side: 'reductive',
      base: 0,
      golden: 1,
      sentence: 'reductive rule "old" must not match golden and matches 1 place there',
    },
  ]);
});

test('an unknown count is a violation, never a 0', () => {
  const { violations } = checkContract(rules, counts(0, 1), new Map([['new', 1]]));
  expect(violations.map(({ rule, golden, sentence }) => [rule, golden, sentence])).toEqual([
    ['old', null, 'reductive rule "old" could not be counted on golden'],
  ]);
});

test('the counts of a scan are matches, zero, or null after an error', async () => {
  const result = await scanFiles(rules, [source('a.ts', 'next(1); next(2)')]);
  expect(scanCounts(rules, result)).toEqual(counts(2, 0));
  const error = { file: 'b.ts', reason: 'died' };
  expect(scanCounts(rules, { ...result, errors: [{ rule: 'old', ...error }] })).toEqual(
    counts(2, null),
  );
  expect(scanCounts(rules, { ...result, errors: [{ rule: null, ...error }] })).toEqual(
    counts(null, null),
  );
});

test('golden follows all rules, and base follows none', async () => {
  const golden = await scanFiles(rules, [source('a.ts', 'next(1)')]);
  expect(followedRules(ruleset, golden, []).counts).toEqual({
    additive: { matched: 1, total: 1 },
    reductive: { unmatched: 1, total: 1 },
  });
  const base = await scanFiles(rules, [source('a.ts', 'previous(1); previous(2)')]);
  expect(followedRules(ruleset, base, []).counts).toEqual({
    additive: { matched: 0, total: 1 },
    reductive: { unmatched: 0, total: 1 },
  });
});
