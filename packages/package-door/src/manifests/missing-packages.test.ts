import type { PackageArchive, PackageList } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { missingPackages, responsibleFor } from './missing-packages.ts';

const archive = (ecosystem: PackageArchive['ecosystem'], name: string): PackageArchive => ({
  ecosystem,
  name,
  version: '1.0.0',
  path: name,
  sha256: '0'.repeat(64),
  bytes: 1,
  published_at: null,
});

const refusal = (
  ecosystem: PackageArchive['ecosystem'] | null,
  name: string,
  reason = 'unknown',
): PackageList['refused'][number] => ({ ecosystem, name, reason, detail: 'it is not there' });

test('what package managers only try is not missing', () => {
  const missing = missingPackages(
    {
      archives: [archive('go', 'example.org/a/b'), archive('npm', 'react')],
      refused: [
        refusal('go', 'example.org'),
        refusal('go', 'example.org/a'),
        refusal('go', 'other.org/x/y'),
        refusal('go', 'other.org/x'),
        refusal('npm', 'react', 'later'),
        refusal('npm', 'nothing'),
        refusal(null, '/favicon.ico', 'not-a-package'),
      ],
    },
    ['github:a/b'],
  );
  expect(missing.map(({ name }) => name)).toEqual(['other.org/x/y', 'nothing', 'github:a/b']);
});

test('the machine comes first, then the patch, then the instance', () => {
  const of = (...reasons: readonly string[]): ReturnType<typeof responsibleFor> =>
    responsibleFor(reasons.map((reason) => ({ name: 'a', reason, detail: '' })));
  expect(of('unknown', 'unreachable')).toBe('infra');
  expect(of('later', 'unknown')).toBe('model');
  expect(of('own-project')).toBe('model');
  expect(of('later')).toBe('instance');
  expect(of('unsafe')).toBe('instance');
});
