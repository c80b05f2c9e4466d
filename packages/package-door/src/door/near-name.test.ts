import { expect, test } from 'vitest';
import { nearName } from './near-name.ts';

const known = new Set(['react', 'ts-jest', 'lodash']);

test.each([
  ['react', undefined],
  ['raect', 'react'],
  ['reacts', 'react'],
  ['rect', 'react'],
  ['loadsh', 'lodash'],
  ['lodsah', 'lodash'],
  ['doalsh', undefined],
  ['tsjest', 'ts-jest'],
  ['TS_Jest', 'ts-jest'],
  ['vue', undefined],
])('%j is near %j', (name, expected) => {
  expect(nearName(name, known)).toBe(expected);
});
