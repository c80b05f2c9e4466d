import type { Witness } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { comparisonOf, edited, REMOVED } from './code-comparison.testkit.ts';
import { movedCode } from './moved-code.ts';
import { rewrittenWitnesses } from './rewritten.ts';

const LINES = ['old(alpha);', 'old(bravo);', 'other(charlie);'];
const FIRST = [1, 'old(alpha);'] as const;
const SECOND = [2, 'old(bravo);'] as const;

type Tree = Parameters<typeof comparisonOf>[1];

const at = (line: number, file = 'a.ts'): Witness => ({
  rule: 'old-call',
  file,
  start: { line, column: 1 },
  end: { line, column: 9 },
});

interface Case {
  readonly golden: Tree;
  readonly patched: Tree;
  /** Matches that are left in the patched tree. */
  readonly left?: readonly Witness[];
  readonly kept?: number;
  readonly hidden?: readonly string[];
  readonly links?: readonly string[];
}

/** The credit of the rule in `a.ts`, which has two matches in base. */
function credit({
  golden,
  patched,
  left = [],
  kept = 1,
  hidden = [],
  links = [],
}: Case): number | undefined {
  const comparison = comparisonOf({ 'a.ts': LINES }, golden, patched);
  const counts = rewrittenWitnesses({
    base: [at(1), at(2)],
    patched: left,
    comparison,
    moved: movedCode(comparison),
    kept: () => kept,
    hidden: new Set(hidden),
    namesOfLinks: new Set(links),
  });
  return counts.get('old-call')?.get('a.ts');
}

const FRESH = { 'a.ts': edited(['fresh(alpha);', 'fresh(bravo);'], [FIRST, SECOND]) };

test('each place that is replaced with a word of golden counts', () => {
  expect(credit({ golden: FRESH, patched: FRESH })).toBe(2);
  const one = { 'a.ts': edited(['fresh(alpha);'], [FIRST]) };
  expect(credit({ golden: FRESH, patched: one, left: [at(2)] })).toBe(1);
});

test('one of the words is enough, and none is not', () => {
  const two = { 'a.ts': edited(['fresh(alpha, extra);'], [FIRST, SECOND]) };
  const patched = (text: string) => ({ 'a.ts': edited([text], [FIRST, SECOND]) });
  expect(credit({ golden: two, patched: patched('extra();') })).toBe(2);
  expect(credit({ golden: two, patched: patched('unlike();') })).toBeUndefined();
});

test('every replacement counts if golden only removes', () => {
  const golden = { 'a.ts': edited([], [FIRST, SECOND]) };
  expect(credit({ golden, patched: FRESH })).toBe(2);
});

test('a place that was not touched does not count, unless golden does not touch it either', () => {
  expect(credit({ golden: FRESH, patched: {} })).toBeUndefined();
  const elsewhere = { 'a.ts': edited([], [[3, 'other(charlie);']]) };
  expect(credit({ golden: { 'a.ts': edited([], [FIRST, SECOND]) }, patched: elsewhere })).toBe(
    undefined,
  );
  expect(credit({ golden: elsewhere, patched: elsewhere })).toBe(2);
});

test('a file earns no more than its matches decreased by', () => {
  expect(credit({ golden: FRESH, patched: FRESH, left: [at(2)] })).toBe(1);
  expect(credit({ golden: FRESH, patched: FRESH, left: [at(1), at(2), at(2)] })).toBe(0);
  expect(credit({ golden: FRESH, patched: FRESH, left: [at(1, 'b.ts')] })).toBe(2);
});

test('each place counts by the share of the code that the patch keeps', () => {
  expect(credit({ golden: FRESH, patched: FRESH, kept: 0.25 })).toBe(0.5);
});

test('files that are hidden or no longer source do not count', () => {
  expect(credit({ golden: FRESH, patched: FRESH, hidden: ['a.ts'] })).toBeUndefined();
  const hidden = { 'a.ts': { ...FRESH['a.ts'], isSource: false } };
  expect(credit({ golden: FRESH, patched: hidden })).toBeUndefined();
});

test('the replacement of a removed file is in the file that received its code', () => {
  const removed = {
    'a.ts': { ...edited([], [FIRST, SECOND, [3, 'other(charlie);']]), gone: true },
  };
  const golden = { ...removed, 'b.ts': edited(['fresh(alpha);', 'other(charlie);']) };
  const patched = (text: string) => ({ ...removed, 'c.ts': edited([text, 'other(charlie);']) });
  expect(credit({ golden, patched: patched('fresh();') })).toBe(2);
  expect(credit({ golden, patched: patched('unlike();') })).toBeUndefined();
  // Golden's code went nowhere, so no word is expected.
  expect(credit({ golden: removed, patched: patched('unlike();') })).toBe(2);
  expect(credit({ golden: removed, patched: { 'a.ts': REMOVED } })).toBeUndefined();
});

test('the name of a link is no new word', () => {
  expect(credit({ golden: FRESH, patched: FRESH, links: ['fresh'] })).toBeUndefined();
  expect(credit({ golden: FRESH, patched: FRESH, links: ['other'] })).toBe(2);
});

test.each([
  "Reflect.get(fresh, 'oldCall')(alpha);",
  "getattr(fresh, 'old' + suffix)(alpha)",
  "fresh[['old', 'Call'].join('')](alpha);",
  "fresh['old' + part](alpha);",
  'reflect.ValueOf(fresh).MethodByName(name)',
  'fresh.getClass().getMethod(name).invoke(fresh, alpha);',
])('%s: a computed name of a member is no rewriting, unless golden has one', (text) => {
  const computed = { 'a.ts': edited([text], [FIRST]) };
  expect(credit({ golden: FRESH, patched: computed })).toBeUndefined();
  expect(credit({ golden: computed, patched: computed })).toBe(2);
});
