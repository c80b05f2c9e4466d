import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  folderCircles,
  importsIn,
  importsOf,
  layersOf,
  upwardImports,
  type Import,
} from './floor-plan.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Where each package lies. What runs in containers has a place of its own. */
const places = new Map([
  ...readdirSync(resolve(root, 'packages')).map((name) => [name, `packages/${name}`] as const),
  ['docker', 'docker'] as const,
]);
const packages = [...places.keys()];
const layers = layersOf(readFileSync(resolve(root, 'ARCHITECTURE.md'), 'utf8'));

/** Helpers of tests lie beside the layers. They may not import what uses them. */
const BESIDE = 'test-helpers';

const isTest = (path: string): boolean =>
  /\.(?:test|testkit)\.tsx?$/.test(path) || /\/(?:docker-tests|testkit)\//.test(path);

const all = importsOf(
  root,
  [...places].flatMap(([name, place]) => [
    `${place}/src`,
    ...(name === 'web' ? ['packages/web/app'] : []),
  ]),
);

const packageOf = (path: string): string => /^(?:packages\/)?([^/]+)/.exec(path)?.[1] ?? '';

/** The directory of the command has the name of the command's package, which has no scope. */
function dependencies(name: string): readonly string[] {
  const text = readFileSync(resolve(root, places.get(name) ?? '', 'package.json'), 'utf8');
  const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<
    string,
    Readonly<Record<string, string>> | undefined
  >;
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)]
    .filter((dependency) => dependency.startsWith('@refbench/'))
    .map((dependency) => dependency.slice('@refbench/'.length));
}

test('the table of ARCHITECTURE.md lists every package once', () => {
  expect([...layers.keys(), BESIDE].sort()).toEqual([...packages].sort());
});

test('no package depends on one that does not lie below it', () => {
  const listed = packages.flatMap((name) =>
    dependencies(name).map((dependency) => ({ package: name, imports: dependency })),
  );
  expect(listed.length).toBeGreaterThan(50);
  expect(
    upwardImports(
      new Map([...layers, [BESIDE, layers.get('base') ?? 0]]),
      listed.filter(({ imports }) => imports !== BESIDE),
    ),
  ).toEqual([]);
});

test('every import between packages leads downwards and is listed', () => {
  const between = all.flatMap(({ from, to }) => {
    const name = /^@refbench\/([a-z-]+)/.exec(to)?.[1];
    return name === undefined || name === BESIDE
      ? []
      : [{ package: packageOf(from), imports: name }];
  });
  expect(between.length).toBeGreaterThan(500);
  expect(upwardImports(new Map([...layers, [BESIDE, layers.get('base') ?? 0]]), between)).toEqual(
    [],
  );
  const unlisted = between.filter(
    ({ package: from, imports: to }) => !dependencies(from).includes(to),
  );
  expect(unlisted).toEqual([]);
});

test('no package reaches into another by a path', () => {
  const strays = all.filter(
    ({ from, to }) =>
      to.startsWith('.') &&
      !resolve('/', from, '..', to).startsWith(`/${places.get(packageOf(from))}/`),
  );
  expect(strays).toEqual([]);
});

test.each(packages)('the folders of %s form no circle', (name) => {
  // The door of a package, index.ts, opens to every folder.
  const door = `${places.get(name)}/src/index.ts`;
  const own = all.filter(({ from }) => packageOf(from) === name && from !== door && !isTest(from));
  expect(folderCircles(own)).toEqual([]);
});

test('programs for containers lie in docker/ alone', () => {
  const elsewhere = execFileSync('git', ['ls-files', '--', 'packages/*.sh', 'packages/*.py'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    // Agents that tests and templates bring along are examples of what users write.
    .filter((path) => path !== '' && !/\/(?:fixtures|template)\//.test(path));
  expect(elsewhere).toEqual([]);
});

test('only sandbox talks to engines', () => {
  const users = all.filter(({ to }) => /^(?:dockerode|docker-modem)$/.test(to));
  expect(users.length).toBeGreaterThan(0);
  expect([...new Set(users.map(({ from }) => packageOf(from)))]).toEqual(['sandbox']);
});

test('an upward import, an unknown package and a circle are found', () => {
  const table = '| 0 | `low` | a |\n| 1 | `high` | b |\n';
  const found = upwardImports(layersOf(table), [
    { package: 'high', imports: 'low' },
    { package: 'low', imports: 'high' },
    { package: 'high', imports: 'high' },
    { package: 'high', imports: 'other' },
  ]);
  expect(found).toEqual([
    'low (layer 0) imports high (layer 1)',
    'high (layer 1) imports high (layer 1)',
    'high (layer 1) imports other (layer unknown)',
  ]);
  const edge = (from: string, to: string): Import => ({ from, to });
  expect(
    folderCircles([
      edge('p/a/one.ts', '../b/two.ts'),
      edge('p/b/three.ts', '../c/four.ts'),
      edge('p/c/four.ts', '../a/five.ts'),
      edge('p/d/six.ts', '../a/one.ts'),
      edge('p/a/one.ts', './five.ts'),
    ]),
  ).toEqual([['p/a', 'p/b', 'p/c']]);
});

test('imports of every form are read', () => {
  const text = [
    "import './effect.ts';",
    "import type { A } from './a.ts';",
    "export {\n  b,\n  type B,\n} from './b.ts';",
    "const c = await import('./c.ts');",
    "export * from './d.ts';",
    'const text = "import \'./none.ts\'";',
  ].join('\n');
  expect(importsIn('x.ts', text).map(({ to }) => to)).toEqual([
    './effect.ts',
    './a.ts',
    './b.ts',
    './c.ts',
    './d.ts',
  ]);
});
