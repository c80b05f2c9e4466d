import { expect, test } from 'vitest';
import type { Integrity, IntegrityFinding } from '@refbench/contracts';
import { integrityCell, integrityNotes } from './integrity-text.ts';

const finding = (severity: IntegrityFinding['severity'], ...files: string[]): IntegrityFinding => ({
  kind: 'tests-emptied',
  severity,
  detail: 'no assertion is left',
  files,
});

function integrityOf(
  controls: Integrity['controls'],
  findings: readonly IntegrityFinding[],
): Integrity {
  const ranked = controls === 'full' && findings.every(({ severity }) => severity === 'note');
  return { controls, findings: [...findings], ranked };
}

test.each([
  ['full', [], 'ranked'],
  ['full', ['note'], 'ranked'],
  ['full', ['suspect', 'suspect'], '2 suspect'],
  ['fast', ['suspect', 'void'], '1 void'],
  ['fast', [], 'controls fast'],
] as const)('controls %s with %j: %s', (controls, severities, cell) => {
  expect(
    integrityCell(
      integrityOf(
        controls,
        severities.map((one) => finding(one)),
      ),
    ),
  ).toBe(cell);
});

test('each finding is a line', () => {
  const integrity = integrityOf('full', [finding('void', 'a.ts', 'b.ts'), finding('note')]);
  expect(integrityNotes({ integrity })).toEqual([
    'tests-emptied (void): no assertion is left (a.ts, b.ts)',
    'tests-emptied (note): no assertion is left',
  ]);
});

test('a first look is named in the cell and in a line, unless a finding is worse', () => {
  const provisional = { source: 'published' as const, runs: 5, machine: 'P, 2 processors, 8 GiB' };
  const integrity = { ...integrityOf('full', []), ranked: false };
  expect(integrityCell(integrity, provisional)).toBe('first look (published)');
  expect(integrityNotes({ integrity, provisional })).toEqual([
    'a first look, not ranked: scored with the published baseline (5 runs of base and of golden, P, 2 processors, 8 GiB)',
  ]);
  expect(integrityCell(integrityOf('full', [finding('suspect')]), provisional)).toBe('1 suspect');
});
