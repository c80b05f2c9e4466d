import { expect, it } from 'vitest';
import { compareVersions } from './version-order.ts';

it('orders versions of all ecosystems', () => {
  const ordered = [
    '0.9',
    '1.0.0-SNAPSHOT',
    '1.0.0',
    '1.0.0.post1',
    'v1.0.1-rc.2',
    'v1.0.1-rc.10',
    'v1.0.1',
    '1.2.0a1',
    '1.2',
    '1.10.0.Final',
    '2.0.0-beta.1',
    '2.0.0+build.5',
  ];
  for (const [index, version] of ordered.entries()) {
    for (const [other, against] of ordered.entries()) {
      const expected = Math.sign(index - other);
      expect([version, against, compareVersions(version, against)]).toEqual([
        version,
        against,
        expected,
      ]);
    }
  }
});

it.each([
  ['1.0', 'v1.0.0'],
  ['8.5.0.dev', '8.5.0.dev0'],
  ['1.0-rc.1', '1.0rc1'],
  ['1.0-SNAPSHOT', '1.0-snapshot'],
])('knows %s and %s as one version', (a, b) => {
  expect(compareVersions(a, b)).toBe(0);
});

it('does not compare texts that are not versions', () => {
  expect(compareVersions('latest', '1.0')).toBeUndefined();
  expect(compareVersions('1.0', '')).toBeUndefined();
});
