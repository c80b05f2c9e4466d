import { NO_ADJUSTMENTS } from '@refbench/env-builder';
import type { Finding } from '@refbench/leak-gate';
import { expect, test } from 'vitest';
import { withoutOwnReleases } from './own-releases.ts';

const MAVEN = { baseImage: 'java-17', programs: {} };
const NPM = { baseImage: 'node-20', programs: { 'install-dependencies.mjs': 3 } };

function leak(path: string, kind: Finding['kind'] = 'own-package'): Finding {
  return { severity: 'leak', kind, layer: 3, path, witness: 'maven g:a 2, later than 1' };
}

test('files of a later release are removed, an archive as a whole', () => {
  const leaks = [
    leak('home/bench/.m2/g/a/2/a-2.jar!META-INF/pom.xml'),
    leak('home/bench/.m2/g/a/2/a-2.pom'),
  ];
  const [diagnosis] = withoutOwnReleases(leaks, NO_ADJUSTMENTS, MAVEN);
  const unneeded = ['.m2/g/a/2/a-2.jar', '.m2/g/a/2/a-2.pom'];
  expect(diagnosis?.adjustments.unneeded).toEqual(unneeded);
  expect(diagnosis?.because).toContain('maven g:a 2, later than 1');
  expect(withoutOwnReleases(leaks, { ...NO_ADJUSTMENTS, unneeded }, MAVEN)).toEqual([]);
});

test.each([
  ['no leaks', []],
  ['another leak', [leak('home/bench/.m2/a.jar'), leak('testbed/x', 'golden-file')]],
  ['a package of the system', [leak('usr/share/java/a.jar')]],
])('nothing is proposed for %s', (_, leaks) => {
  expect(withoutOwnReleases(leaks, NO_ADJUSTMENTS, MAVEN)).toEqual([]);
});

const ARCHIVE = 'home/bench/.npm/_cacache/content-v2/sha512/a0/b1!package';

function ofNpm(path: string, kind: Finding['kind'] = 'own-package'): Finding {
  return { ...leak(path, kind), witness: 'npm tool 14.3.3, later than 13.0.2' };
}

test('npm is asked for an earlier release of the project', () => {
  const leaks = [
    ofNpm(`${ARCHIVE}/package.json`),
    ofNpm(`${ARCHIVE}/index.js`, 'golden-line'),
    ofNpm('testbed/node_modules/plugin/node_modules/tool/package.json'),
  ];
  const [diagnosis] = withoutOwnReleases(leaks, NO_ADJUSTMENTS, NPM);
  const variables = { REFBENCH_OWN_RELEASES: '{"tool":"<=13.0.2"}' };
  expect(diagnosis?.adjustments).toEqual({ ...NO_ADJUSTMENTS, variables });
  expect(diagnosis?.because).toContain('(tool)');
  expect(withoutOwnReleases(leaks, { ...NO_ADJUSTMENTS, variables }, NPM)).toEqual([]);
});

test.each([
  ['an npm that cannot choose', { ...NPM, baseImage: 'node-14' }, [ofNpm(ARCHIVE)]],
  ['another package manager', { ...NPM, programs: {} }, [ofNpm(ARCHIVE)]],
  ['a leak elsewhere', NPM, [ofNpm(ARCHIVE), ofNpm('testbed/dist/tool.js', 'golden-line')]],
  ['lines alone', NPM, [ofNpm('testbed/node_modules/fork/a.js', 'golden-line')]],
])('no other release is asked for with %s', (_, draft, leaks) => {
  const proposed = withoutOwnReleases(leaks, NO_ADJUSTMENTS, draft);
  expect(
    proposed.filter(({ adjustments }) => 'REFBENCH_OWN_RELEASES' in adjustments.variables),
  ).toEqual([]);
});
