import { expect, test } from 'vitest';
import { RecurringLines, withoutLines } from './recurring-lines.ts';

function recurringIn(bodies: readonly string[]): ReadonlySet<string> {
  const lines = new RecurringLines((line) => line.includes('fix'));
  for (const body of bodies) lines.add(body);
  return lines.recurring();
}

test('a line of five messages belongs to the template, whatever its case and indentation', () => {
  const heading = '  ## Improvements & Bug FIXES';
  const found = recurringIn([...Array.from({ length: 4 }, () => heading), heading.toLowerCase()]);
  expect([...found]).toEqual(['## improvements & bug fixes']);
  expect(withoutLines(`Rework all\n${heading}\nand more`, found)).toBe('Rework all\nand more');
});

test('a line that one message repeats, or that few of many messages have, does not', () => {
  expect(recurringIn([Array.from({ length: 9 }, () => 'fix it').join('\n')]).size).toBe(0);
  const many = Array.from({ length: 995 }, () => 'other');
  expect(recurringIn([...many, ...Array.from({ length: 5 }, () => 'fix it')]).size).toBe(0);
});
