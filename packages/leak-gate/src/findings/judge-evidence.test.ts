import { expect, it } from 'vitest';
import { once } from '../image/byte-streams.ts';
import type { FileEvidence } from '../image/file-observer.ts';
import type { GoldenTraces } from '../golden/golden-traces.ts';
import { judgeEvidence } from './judge-evidence.ts';
import type { OwnPackages } from '../golden/own-packages.ts';
import type { PackageIdentity } from '../packages/package-identity.ts';
import { SystemPackages } from '../image/system-packages.ts';

const LAYERS = ['base image', 'system', 'environment'];

/** Ten lines of golden's a.js. Each text contains its number. */
const traces: GoldenTraces = {
  commit: 'c'.repeat(40),
  files: new Map(),
  lines: Array.from({ length: 10 }, (_, index) => ({
    text: Buffer.from(`line ${index}`),
    path: 'a.js',
    line: index + 1,
  })),
  baseFiles: new Set(),
  sizes: new Set(),
};

const own: OwnPackages = {
  repository: 'owner/tool',
  goldenAt: new Date('2020-06-01T00:00:00Z'),
  packages: new Map([
    ['npm tool', { atRoot: true, baseVersions: ['1.2.0'], goldenVersions: ['1.2.0'] }],
    ['npm sample', { atRoot: false, baseVersions: ['1.0.0'], goldenVersions: ['1.0.0'] }],
    ['python snake', { atRoot: true, baseVersions: ['1.9'], goldenVersions: ['2.0'] }],
    ['go example.org/tool', { atRoot: true, baseVersions: [], goldenVersions: [] }],
  ]),
};

function npm(name: string, version: string, homes: readonly string[] = []): PackageIdentity {
  return { ecosystem: 'npm', name, version, homes };
}

function seen(path: string, evidence: Partial<FileEvidence> = {}): FileEvidence {
  return {
    layer: 'environment',
    path,
    lines: new Set(),
    goldenFile: undefined,
    goldenCommit: false,
    knownSecrets: [],
    secretPatterns: [],
    identity: undefined,
    unread: [],
    ofBase: false,
    inPlace: false,
    ...evidence,
  };
}

interface Extra {
  /** The file of golden that has the lines. */
  readonly file?: string;
  readonly links?: ReadonlyMap<string, readonly string[]>;
  readonly system?: SystemPackages;
}

/** Returns `severity kind path` of each finding. */
function judge(evidence: readonly FileEvidence[], extra: Extra = {}): readonly string[] {
  return judgeEvidence({
    traces: {
      ...traces,
      lines: traces.lines.map((line) => ({ ...line, path: extra.file ?? line.path })),
    },
    own,
    layers: LAYERS,
    baseLayers: 1,
    links: extra.links ?? new Map(),
    system: extra.system ?? new SystemPackages(),
    evidence,
  }).map(({ severity, kind, path }) => `${severity} ${kind} ${path}`);
}

const lines = (...numbers: readonly number[]): Partial<FileEvidence> => ({
  lines: new Set(numbers),
});

it('one line is a leak outside packages and a hint in a third-party package', () => {
  expect(judge([seen('home/bench/x', lines(1))])).toEqual(['leak golden-line home/bench/x']);
  expect(judge([seen('a/node_modules/other/x.js', lines(1, 2, 3, 4))])).toEqual([
    'hint golden-line a/node_modules/other/x.js',
  ]);
});

it('half of a golden file in a third-party package is a leak', () => {
  const files = [
    seen('a/node_modules/fork/x.js', lines(0, 1, 2)),
    seen('a/node_modules/fork/y.js', lines(3, 4)),
  ];
  expect(judge(files)).toEqual(['leak golden-line a/node_modules/fork/x.js']);
});

it.each([
  ['vendor/fork/x.js', 'hint'],
  ['lib/third_party/fork-1.2.0/x.js', 'hint'],
  ['vendor/other/x.js', 'leak'],
  ['vendor/fork.js', 'leak'],
  ['src/fork/x.js', 'leak'],
])(
  'a package that golden copies to a folder of third-party code is known: %s',
  (file, severity) => {
    const half = seen('a/node_modules/fork/x.js', lines(0, 1, 2, 3, 4));
    expect(judge([half], { file })).toEqual([`${severity} golden-line a/node_modules/fork/x.js`]);
  },
);

it('a copy of the own package is no third-party code', () => {
  const files = [
    seen('a/node_modules/tool/x.js', lines(0, 1, 2, 3, 4)),
    seen('a/node_modules/tool/package.json', { identity: npm('tool', '1.2.0') }),
  ];
  expect(judge(files, { file: 'vendor/tool/x.js' })).toEqual([
    'leak golden-line a/node_modules/tool/x.js',
  ]);
});

it('ignores lines that occur in the base image or in two different packages', () => {
  const home = seen('home/bench/x', lines(1));
  expect(judge([home, seen('usr/x', { ...lines(1), layer: 'base image' })])).toEqual([]);
  expect(
    judge([home, seen('a/node_modules/b/x', lines(1)), seen('a/node_modules/c/x', lines(1))]),
  ).toEqual([]);
  // Two copies of one package count once.
  expect(
    judge([
      seen('a/node_modules/b/x', lines(1)),
      seen('c/b.tgz!package/x', lines(1)),
      seen('c/b.tgz!package/package.json', { identity: npm('b', '1.0.0') }),
    ]),
  ).toContain('hint golden-line a/node_modules/b/x');
});

it('a line that a harmless package has is no leak in what a compiler makes of it', () => {
  const compiled = seen('home/bench/target/libb.rlib', lines(1));
  const source = seen('a/node_modules/b/x', lines(1));
  expect(judge([compiled, source])).toEqual(['hint golden-line a/node_modules/b/x']);
  // It has another line of golden.
  expect(judge([seen('home/bench/target/libb.rlib', lines(1, 2)), source])).toContain(
    'leak golden-line home/bench/target/libb.rlib',
  );
  // A package that leaks explains nothing.
  expect(judge([compiled, seen('a/node_modules/fork/x.js', lines(0, 1, 2, 3, 4))])).toEqual([
    'leak golden-line home/bench/target/libb.rlib',
    'leak golden-line a/node_modules/fork/x.js',
  ]);
});

it('a fifth of a golden file in the release with the version of base is a leak', () => {
  const same = seen('a/node_modules/tool/package.json', { identity: npm('tool', '1.2.0') });
  const path = 'a/node_modules/tool/x.js';
  expect(judge([seen(path, lines(1, 2)), same])).toEqual([`hint golden-line ${path}`]);
  expect(judge([seen(path, lines(1, 2, 3)), same])).toEqual([`leak golden-line ${path}`]);
});

it('any line in a later release of the own package is a leak', () => {
  const files = [
    seen('a/node_modules/tool/x.js', lines(1)),
    seen('a/node_modules/tool/package.json', { identity: npm('tool', '1.2.1') }),
  ];
  expect(judge(files)).toContain('leak golden-line a/node_modules/tool/x.js');
});

it('an older release of the own package is judged as a whole', () => {
  const older = seen('a/node_modules/tool/package.json', { identity: npm('tool', '0.9.0') });
  expect(judge([seen('a/node_modules/tool/x.js', lines(1)), older])).toEqual([
    'hint golden-line a/node_modules/tool/x.js',
  ]);
  expect(judge([seen('a/node_modules/tool/x.js', lines(0, 1, 2, 3, 4)), older])).toEqual([
    'leak golden-line a/node_modules/tool/x.js',
  ]);
  const file = seen('a/node_modules/tool/x.js', { goldenFile: 'a.js' });
  expect(judge([file, older])).toEqual(['leak golden-file a/node_modules/tool/x.js']);
});

it.each<readonly [string, string, PackageIdentity]>([
  ['a later release', 'leak', npm('tool', '1.2.1')],
  ['the release after a pre-release', 'leak', npm('tool', '1.3.0-rc.1')],
  ["the repository's other package", 'hint', npm('tool-extra', '1.0.0', ['github:owner/tool'])],
  [
    'a Go module released later',
    'leak',
    {
      ecosystem: 'go',
      name: 'example.org/tool',
      version: 'v2.0.0',
      homes: [],
      releasedAt: new Date('2020-06-01T00:00:00Z'),
    },
  ],
  [
    'a Go module of a later commit',
    'leak',
    {
      ecosystem: 'go',
      name: 'example.org/tool',
      version: 'v0.0.0-20200601000001-0123456789ab',
      homes: [],
    },
  ],
])('finds %s', (_, severity, identity) => {
  expect(judge([seen('home/bench/x/package.json', { identity })])).toEqual([
    `${severity} own-package home/bench/x/package.json`,
  ]);
});

it.each<readonly [string, PackageIdentity]>([
  ["base's own release", npm('tool', '1.2.0')],
  ['an earlier release', npm('tool', '1.1.9')],
  ['another package', npm('other', '9.0.0', ['https://example.org/owner/tools'])],
  ['a package with the name of a sample', npm('sample', '9.0.0')],
])('passes over %s', (_, identity) => {
  expect(judge([seen('home/bench/x/package.json', { identity })])).toEqual([]);
});

it('ignores a sample in a package, and the manifest of the working tree', () => {
  const sample = [
    seen('a/node_modules/other/package.json', { identity: npm('other', '1.0.0') }),
    seen('a/node_modules/other/test/tool/package.json', { identity: npm('tool', '9.0.0') }),
  ];
  expect(judge(sample)).toEqual([]);
  const manifest = { identity: npm('tool', '1.3.0'), ofBase: true };
  expect(judge([seen('testbed/package.json', manifest)])).toEqual([]);
});

it('passes over a project that is installed in place, and not over a copy beside it', () => {
  const identity: PackageIdentity = {
    ecosystem: 'python',
    name: 'snake',
    version: '2.0',
    homes: [],
  };
  const places = ['a/site-packages/snake-2.0.dist-info', 'b/site-packages/snake-2.0.dist-info'];
  const metadata = places.map((place) => seen(`${place}/METADATA`, { identity }));
  expect(judge([...metadata, seen(`${places[0]}/RECORD`, { identity, inPlace: true })])).toEqual([
    `leak own-package ${places[1]}/METADATA`,
  ]);
});

it('searches for keys outside packages', () => {
  const key = { secretPatterns: [{ what: 'an npm token', witness: 'npm_...', text: 'npm_x' }] };
  expect(judge([seen('home/bench/.npmrc', key)])).toEqual(['leak secret home/bench/.npmrc']);
  expect(judge([seen('a/node_modules/b/readme.md', key)])).toEqual([]);
  expect(judge([seen('testbed/test/key', { ...key, ofBase: true })])).toEqual([]);
  expect(judge([seen('usr/x', { ...key, layer: 'base image' })])).toEqual([]);
  const own_key = { secretPatterns: [{ what: 'a private key', witness: '---', text: '---' }] };
  expect(judge([seen('etc/ssl/private/made.key', own_key)])).toEqual([
    'hint secret etc/ssl/private/made.key',
  ]);
  const known = { knownSecrets: ['TOKEN'], layer: 'base image' };
  expect(judge([seen('usr/x', known)])).toEqual(['leak secret usr/x']);
});

it('an unreadable file is a leak, but only a hint in a published package', () => {
  const unread = { unread: [{ path: 'x.gz!a', reason: 'cut short' }] };
  expect(judge([seen('home/bench/x.gz', unread)])).toEqual(['leak unread x.gz!a']);
  expect(judge([seen('a/node_modules/b/x.gz', unread)])).toEqual(['hint unread x.gz!a']);
  expect(judge([seen('testbed/x.gz', { ...unread, ofBase: true })])).toEqual([]);
  // npm keeps the archives of packages under their digests.
  const cached = 'home/bench/.npm/_cacache/content-v2/sha1/8e/4d';
  const part = `${cached}!package/test/cut.tgz`;
  const archive = seen(cached, { unread: [{ path: part, reason: 'cut short' }] });
  const manifest = seen(`${cached}!package/package.json`, { identity: npm('tar', '2.2.1') });
  expect(judge([archive, manifest])).toEqual([`hint unread ${part}`]);
  expect(judge([archive])).toEqual([`leak unread ${part}`]);
});

it('identifies a package by hard links to its files and by the file lists of the distribution', async () => {
  const stored = seen('home/bench/store/00/aa', lines(1));
  const links = new Map([[stored.path, ['testbed/node_modules/b/x.js']]]);
  expect(judge([stored], { links })).toEqual(['hint golden-line home/bench/store/00/aa']);
  const system = new SystemPackages();
  const list = once(Buffer.from('/.\n/lib/b/x.h\n'));
  await system.keep('var/lib/dpkg/info/libb:amd64.list', list);
  expect(judge([seen('usr/lib/b/x.h', lines(1))], { system })).toEqual([
    'hint golden-line usr/lib/b/x.h',
  ]);
});
