import { expect, test } from 'vitest';
import type { IntegrityFinding } from '@refbench/contracts';
import { bytePath } from '@refbench/repos';
import { composeIntegrity, findingAbout, voidReason } from './compose-integrity.ts';

const finding = (severity: IntegrityFinding['severity']): IntegrityFinding => ({
  kind: 'tests-missing',
  severity,
  detail: 'five',
  files: [],
});

test.each([
  ['full', [], true],
  ['full', ['note'], true],
  ['full', ['suspect'], false],
  ['full', ['note', 'void'], false],
  ['fast', [], false],
  ['none', [], false],
] as const)('controls %s with %j: ranked %s', (controls, severities, ranked) => {
  expect(composeIntegrity(controls, severities.map(finding)).ranked).toBe(ranked);
});

test('only a void finding prevents the pass', () => {
  expect(voidReason(composeIntegrity('full', [finding('note'), finding('suspect')]))).toBe(
    undefined,
  );
  expect(voidReason(composeIntegrity('full', [finding('note'), finding('void')]))).toBe(
    'tests-missing: five',
  );
});

test('a finding names at most twenty files', () => {
  const paths = Array.from({ length: 25 }, (_, index) => bytePath(`f${index}.ts`));
  const { files } = findingAbout({ kind: 'tests-emptied', severity: 'note', detail: '' }, paths);
  expect(files).toHaveLength(20);
  expect(files[0]).toBe('f0.ts');
});
