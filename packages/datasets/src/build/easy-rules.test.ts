import { expect, test } from 'vitest';
import { leftOut } from './easy-rules.ts';

function rules(...shares: readonly number[]): { id: string; share: number }[] {
  return shares.map((share, at) => ({ id: `rule-${at}`, share }));
}

test('the easiest rules are left out until the others earn hardly anything', () => {
  expect(leftOut(rules(0, 0.9, 0.1, 0, 0, 0.7, 0, 0, 0))).toEqual(new Set(['rule-1', 'rule-5']));
});

test('rules that together earn little stay', () => {
  expect(leftOut(rules(0.3, 0, 0, 0, 0, 0))).toEqual(new Set());
});

test('five rules are left even if renaming is all that golden does', () => {
  expect(leftOut(rules(1, 1, 1, 1, 1, 1, 1)).size).toBe(2);
});
