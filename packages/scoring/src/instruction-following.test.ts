import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignment } from './alignment.ts';
import { instructionFollowing, type RuleCounts } from './instruction-following.ts';
import { nullReasons } from './null-reasons.ts';

function rules(
  matched: number,
  additive: number,
  unmatched: number,
  reductive: number,
): RuleCounts {
  return {
    additive: { matched, total: additive },
    reductive: { unmatched, total: reductive },
  };
}

const totals = fc.nat(200);
const anyRules = fc
  .tuple(totals, totals)
  .chain(([additive, reductive]) =>
    fc
      .tuple(fc.nat(additive), fc.nat(reductive))
      .map(([matched, unmatched]) => rules(matched, additive, unmatched, reductive)),
  );

test('example: 3 of 4 additive, 5 of 6 reductive', () => {
  expect(instructionFollowing(rules(3, 4, 5, 6))).toEqual({
    additive: 0.75,
    reductive: 5 / 6,
    total: 0.8,
  });
});

test('a side without rules is null, and the total equals the other side', () => {
  expect(instructionFollowing(rules(0, 0, 1, 2))).toEqual({
    additive: null,
    reductive: 0.5,
    total: 0.5,
  });
  expect(instructionFollowing(rules(0, 0, 0, 0)).total).toBeNull();
});

test.each([
  ['more than all', rules(5, 4, 0, 1)],
  ['less than none', rules(-1, 4, 0, 1)],
  ['half a rule', rules(0.5, 4, 0, 1)],
  ['no number', rules(Number.NaN, 4, 0, 1)],
])('%s is no count', (_name, counts) => {
  expect(() => instructionFollowing(counts)).toThrow(RangeError);
});

test('golden scores 1 and nop scores 0 on every side with rules', () => {
  fc.assert(
    fc.property(totals, totals, (additive, reductive) => {
      const golden = instructionFollowing(rules(additive, additive, reductive, reductive));
      const nop = instructionFollowing(rules(0, additive, 0, reductive));
      for (const [side, total] of [
        ['additive', additive],
        ['reductive', reductive],
        ['total', additive + reductive],
      ] as const) {
        expect(golden[side]).toBe(total === 0 ? null : 1);
        expect(nop[side]).toBe(total === 0 ? null : 0);
      }
    }),
  );
});

test('the total is the mean of both sides, weighted by their rules, and lies between them', () => {
  fc.assert(
    fc.property(anyRules, (counts) => {
      const { additive, reductive, total } = instructionFollowing(counts);
      if (additive === null || reductive === null || total === null) return;
      const weight = counts.additive.total / (counts.additive.total + counts.reductive.total);
      expect(total).toBeCloseTo(weight * additive + (1 - weight) * reductive, 12);
      expect(total).toBeGreaterThanOrEqual(Math.min(additive, reductive));
      expect(total).toBeLessThanOrEqual(Math.max(additive, reductive));
    }),
  );
});

test('alignment is IFR for Pass 1, 0 for Pass 0, null for an unknown Pass, and at most IFR', () => {
  fc.assert(
    fc.property(anyRules, (counts) => {
      const ifr = instructionFollowing(counts);
      expect(alignment(1, ifr)).toEqual(ifr);
      expect(alignment(null, ifr)).toEqual({ additive: null, reductive: null, total: null });
      const failed = alignment(0, ifr);
      for (const side of ['additive', 'reductive', 'total'] as const) {
        expect(failed[side]).toBe(ifr[side] === null ? null : 0);
      }
    }),
  );
});

test('every null has an explanation under its path', () => {
  const ifr = instructionFollowing(rules(0, 0, 1, 2));
  const sentences = { additive: 'no additive rules', reductive: 'b', total: 'c' };
  expect(nullReasons('ifr', ifr, sentences)).toEqual({ 'ifr.additive': 'no additive rules' });
});
