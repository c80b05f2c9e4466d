import { NO_ADJUSTMENTS, type ImageDefinitions } from '@refbench/env-builder';
import type { Finding } from '@refbench/leak-gate';
import { expect, test } from 'vitest';
import { withoutOwnReleases } from './own-releases.ts';

const MAVEN = { baseImage: 'java-17', programs: {} };
const NPM = { baseImage: 'node-20', programs: { 'install-dependencies.mjs': 3 } };

/** Node.js of each image, and its npm. */
const VERSIONS = {
  'node-12': '6.1',
  'node-16': '8.1',
  'node-18': '10.9',
  'node-20': '10.9',
  'node-22': '10.9',
};
const IMAGES = Object.fromEntries(
  Object.entries(VERSIONS).map(([image, npm]) => [image, { provides: { npm } }]),
) as unknown as ImageDefinitions['images'];

function leak(path: string, kind: Finding['kind'] = 'own-package'): Finding {
  return { severity: 'leak', kind, layer: 3, path, witness: 'maven g:a 2, later than 1' };
}

test('files of a later release are removed, an archive as a whole', () => {
  const leaks = [
    leak('home/bench/.m2/g/a/2/a-2.jar!META-INF/pom.xml'),
    leak('home/bench/.m2/g/a/2/a-2.pom'),
  ];
  const [diagnosis] = withoutOwnReleases(leaks, NO_ADJUSTMENTS, MAVEN, IMAGES);
  const unneeded = ['.m2/g/a/2/a-2.jar', '.m2/g/a/2/a-2.pom'];
  expect(diagnosis?.adjustments.unneeded).toEqual(unneeded);
  expect(diagnosis?.because).toContain('maven g:a 2, later than 1');
  expect(withoutOwnReleases(leaks, { ...NO_ADJUSTMENTS, unneeded }, MAVEN, IMAGES)).toEqual([]);
});

test('keys that the build makes for tests are removed, as each run makes them again', () => {
  const leaks = [leak('home/bench/build/test/client.key.pem', 'secret')];
  const [diagnosis] = withoutOwnReleases(leaks, NO_ADJUSTMENTS, MAVEN, IMAGES);
  expect(diagnosis?.adjustments.unneeded).toEqual(['build/test/client.key.pem']);
  expect(diagnosis?.because).toContain('the build makes what looks like a secret');
});

test.each([
  ['no leaks', []],
  ['a secret elsewhere', [leak('home/bench/.netrc', 'secret')]],
  ['another leak', [leak('home/bench/.m2/a.jar'), leak('testbed/x', 'golden-file')]],
  ['a package of the system', [leak('usr/share/java/a.jar')]],
])('nothing is proposed for %s', (_, leaks) => {
  expect(withoutOwnReleases(leaks, NO_ADJUSTMENTS, MAVEN, IMAGES)).toEqual([]);
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
  const [diagnosis] = withoutOwnReleases(leaks, NO_ADJUSTMENTS, NPM, IMAGES);
  const variables = { REFBENCH_OWN_RELEASES: '{"tool":"<=13.0.2"}' };
  expect(diagnosis?.adjustments).toEqual({ ...NO_ADJUSTMENTS, variables });
  expect(diagnosis?.because).toContain('(tool)');
  expect(withoutOwnReleases(leaks, { ...NO_ADJUSTMENTS, variables }, NPM, IMAGES)).toEqual([]);
});

test.each([
  ['another package manager', { ...NPM, programs: {} }, [ofNpm(ARCHIVE)]],
  ['a leak elsewhere', NPM, [ofNpm(ARCHIVE), ofNpm('testbed/dist/tool.js', 'golden-line')]],
  ['lines alone', NPM, [ofNpm('testbed/node_modules/fork/a.js', 'golden-line')]],
])('no other release is asked for with %s', (_, draft, leaks) => {
  const proposed = withoutOwnReleases(leaks, NO_ADJUSTMENTS, draft, IMAGES);
  expect(
    proposed.filter(({ adjustments }) => 'REFBENCH_OWN_RELEASES' in adjustments.variables),
  ).toEqual([]);
});

const INSIDE = 'usr/local/lib/node_modules/npm/node_modules/tool/package.json';

test.each([
  ['node-18', { toolchain: -1 }],
  ['node-22', { toolchain: -3 }],
  ['node-12', undefined],
])(
  'for what the npm of %s contains, an image with an older npm is proposed',
  (baseImage, change) => {
    const proposed = withoutOwnReleases(
      [ofNpm(INSIDE)],
      NO_ADJUSTMENTS,
      { ...NPM, baseImage },
      IMAGES,
    );
    expect(proposed.map(({ adjustments }) => adjustments)).toEqual(
      change === undefined ? [] : [{ ...NO_ADJUSTMENTS, ...change }],
    );
  },
);

test('a newer toolchain that the tests need stays, and so does the image if the tree has the release, too', () => {
  const newer = { ...NO_ADJUSTMENTS, toolchain: 1 };
  expect(withoutOwnReleases([ofNpm(INSIDE)], newer, NPM, IMAGES)).toEqual([]);
  const both = [ofNpm(INSIDE), ofNpm('testbed/node_modules/tool/package.json')];
  expect(withoutOwnReleases(both, NO_ADJUSTMENTS, NPM, IMAGES)).toEqual([]);
});
