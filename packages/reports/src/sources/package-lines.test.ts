import type { Score } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { packageLines, packageNotes } from './package-lines.ts';

const score = (packages?: object): Score =>
  ({ instance: 'a__b-00000000', agent: 'x', attempt: 1, packages }) as unknown as Score;

const plain = {
  count: 2,
  bytes: 3 * 2 ** 20,
  installed: 0,
  added: [],
  missing: [],
  own_project: [],
  similar_names: [],
  yanked: [],
  undated: [],
};

test('attempts without packages have no section', () => {
  expect(packageLines([score()])).toEqual([]);
});

test('a line says what was added, and what deserves a look', () => {
  expect(packageLines([score(), score(plain)])).toEqual([
    '',
    '## Packages',
    '',
    '- a__b-00000000, x #1: 2 archives, 3.0 MiB',
  ]);
  const [line] = packageLines([
    score({
      ...plain,
      installed: 1,
      added: ['ts-jest'],
      missing: [{ name: 'gone@1', reason: 'unknown', detail: '' }],
      own_project: ['own@2'],
      similar_names: ['recat (react)'],
      undated: ['npm'],
    }),
  ]).slice(-1);
  expect(line).toContain('added ts-jest; the installation ended with status 1');
  expect(line).toContain('could not be had: gone@1; asked for the project itself: own@2');
  expect(line).toContain('names like a dependency: recat (react); without true dates: npm');
});

test('a report says who added which packages', () => {
  const missing = [{ name: 'gone@1', reason: 'unknown', detail: '' }];
  expect(packageNotes([score(), score({ ...plain, added: ['a', 'b'], missing })])).toEqual([
    'x on a__b-00000000: added packages: a, b',
    'x on a__b-00000000: packages could not be had: gone@1',
  ]);
});
