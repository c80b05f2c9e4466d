import { NO_ADJUSTMENTS } from '@refbench/env-builder';
import type { Finding } from '@refbench/leak-gate';
import { expect, test } from 'vitest';
import { withoutOwnReleases } from './own-releases.ts';

function leak(path: string, kind: Finding['kind'] = 'own-package'): Finding {
  return { severity: 'leak', kind, layer: 3, path, witness: 'maven g:a 2, later than 1' };
}

test('files of a later release are removed, an archive as a whole', () => {
  const leaks = [
    leak('home/bench/.m2/g/a/2/a-2.jar!META-INF/pom.xml'),
    leak('home/bench/.m2/g/a/2/a-2.pom'),
  ];
  const [diagnosis] = withoutOwnReleases(leaks, NO_ADJUSTMENTS);
  const unneeded = ['.m2/g/a/2/a-2.jar', '.m2/g/a/2/a-2.pom'];
  expect(diagnosis?.adjustments.unneeded).toEqual(unneeded);
  expect(diagnosis?.because).toContain('maven g:a 2, later than 1');
  expect(withoutOwnReleases(leaks, { ...NO_ADJUSTMENTS, unneeded })).toEqual([]);
});

test.each([
  ['no leaks', []],
  ['another leak', [leak('home/bench/.m2/a.jar'), leak('testbed/x', 'golden-file')]],
  ['a package of the system', [leak('usr/share/java/a.jar')]],
])('nothing is proposed for %s', (_, leaks) => {
  expect(withoutOwnReleases(leaks, NO_ADJUSTMENTS)).toEqual([]);
});
