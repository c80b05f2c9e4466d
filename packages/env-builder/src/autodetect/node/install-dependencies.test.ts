import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@refbench/test-helpers';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';

const RECIPES = fileURLToPath(new URL('../../../../../docker/recipes', import.meta.url));
/** The program and what it imports, which a recipe has in one folder. */
const PROGRAMS = ['12/install-dependencies.mjs', '12/missing-packages.mjs'];

/** Keeps the manifest that it gets, and installs nothing. */
const NPM = `#!/bin/sh
if [ "$1" = --version ]; then cat "$HOME/npm-version" 2>/dev/null || echo 6.14.18; exit; fi
if [ "$1" = root ]; then cat "$HOME/npm-root"; exit; fi
if [ "$1" = view ]; then cat "$HOME/view $2.json" 2>/dev/null; exit; fi
if [ "$2" = --package-lock-only ]; then
  if grep -q brings-git package.json; then echo 'npm ERR! git ls-remote ssh://git@example.org/a.git' >&2; exit 1; fi
  if grep -q brings-own package.json && ! grep -qf "$HOME/fine" package.json 2>/dev/null; then cp "$HOME/lock.json" package-lock.json; fi
  if grep -q brings-gone package.json; then echo 'npm ERR! code E404' >&2; exit 1; fi
  exit
fi
cp package.json "$HOME/seen.json"
[ ! -e package-lock.json ] || cp package-lock.json "$HOME/seen-lock.json"
mkdir node_modules
`;

const MANIFEST = {
  dependencies: { kept: '^1.0.0', 'kept-alias': 'npm:other@2', 'kept-file': 'file:../x' },
  devDependencies: {
    short: 'someone/tool#v1',
    hosted: 'github:someone/tool',
    address: 'git+https://example.org/a/tool.git',
    archive: 'https://example.org/a/tool.git#main',
    'kept-tarball': 'https://example.org/tool.tgz',
    'kept-folder': './packages/x',
  },
};

/** Runs the program on the manifest, and returns the names that npm was asked for. */
async function askedFor(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const seen = await manifestSeen(environment);
  return Object.keys({ ...seen.dependencies, ...seen.devDependencies });
}

/** Runs the program on the manifest, and returns the one that npm reads. */
async function manifestSeen(
  environment: Readonly<Record<string, string>>,
  manifest: object = MANIFEST,
  homeFiles: Readonly<Record<string, string>> = {},
): Promise<typeof MANIFEST & { readonly overrides?: unknown }> {
  return (await filesSeen(environment, { 'package.json': manifest }, homeFiles)).manifest;
}

/** Runs the program on the files of a tree, and returns those that npm reads. */
async function filesSeen(
  environment: Readonly<Record<string, string>>,
  files: Readonly<Record<string, object>>,
  homeFiles: Readonly<Record<string, string>> = {},
): Promise<{
  readonly manifest: typeof MANIFEST & { readonly overrides?: unknown };
  readonly hasLock: boolean;
}> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const [bin, home, tree, recipe] = ['bin', 'home', 'tree', 'recipe'].map((name) =>
    join(folder.path, name),
  ) as [string, string, string, string];
  for (const path of [bin, home, tree, recipe]) await mkdir(path);
  for (const path of PROGRAMS) await copyFile(join(RECIPES, path), join(recipe, basename(path)));
  await writeFile(join(bin, 'npm'), NPM);
  await chmod(join(bin, 'npm'), 0o755);
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(tree, name), JSON.stringify(content));
  }
  for (const [name, text] of Object.entries(homeFiles)) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), text);
  }
  const env = { HOME: home, PATH: `${bin}:${process.env['PATH'] ?? ''}`, REFBENCH_WARM: '1' };
  await execa(process.execPath, [join(recipe, 'install-dependencies.mjs')], {
    cwd: tree,
    env: { ...env, ...environment },
  });
  return {
    manifest: JSON.parse(await readFile(join(home, 'seen.json'), 'utf8')) as typeof MANIFEST,
    hasLock: existsSync(join(home, 'seen-lock.json')),
  };
}

test.each<readonly [string, object, boolean]>([
  ['npm 6', { version: 'github:someone/tool#0c1d2e', from: 'github:someone/tool#v1' }, false],
  ['npm 7', { resolved: 'git+ssh://git@github.com/someone/tool.git#0c1d2e' }, false],
  ['the registry', { version: '1.0.0', resolved: 'https://registry/tool-1.0.0.tgz' }, true],
])('a lock file with packages of a git host does not count (%s)', async (_, tool, counts) => {
  const files = {
    'package.json': { devDependencies: { runner: '1' } },
    'package-lock.json': { lockfileVersion: 1, dependencies: { tool } },
  };
  expect((await filesSeen({ REFBENCH_WITHOUT_GIT: '1' }, files)).hasLock).toBe(counts);
  expect((await filesSeen({}, files)).hasLock).toBe(true);
});

test('packages of git hosts are left out if the recipe says so', async () => {
  const kept = ['kept', 'kept-alias', 'kept-file', 'kept-tarball', 'kept-folder'];
  expect(await askedFor({ REFBENCH_WITHOUT_GIT: '1' })).toEqual(kept);
  expect(await askedFor({})).toHaveLength(9);
});

test('packages that the registry does not have are left out', async () => {
  const manifest = { devDependencies: { runner: '1', '@a/gone': '2' } };
  const seen = await manifestSeen({ REFBENCH_WITHOUT_PACKAGES: '@a/gone' }, manifest);
  expect(seen.devDependencies).toEqual({ runner: '1' });
  const ranged = { REFBENCH_WITHOUT_PACKAGES: 'kept@next @a/gone@2' };
  const both = { devDependencies: { kept: '^1', '@a/gone': '2' } };
  expect((await manifestSeen(ranged, both)).devDependencies).toEqual({ kept: '^1' });
  const bringing = { devDependencies: { runner: '1', 'brings-gone': '2' } };
  const without = await manifestSeen({ REFBENCH_WITHOUT_PACKAGES: 'gone' }, bringing);
  expect(without.devDependencies).toEqual({ runner: '1' });
  expect((await manifestSeen({}, bringing)).devDependencies).toEqual(bringing.devDependencies);
});

test('tools that bring packages of git hosts are left out, too', async () => {
  const archive = 'https://api.github.com/repos/a/b/tarball/c';
  const manifest = { devDependencies: { runner: '1', 'brings-git': '^2', archive } };
  const seen = await manifestSeen({ REFBENCH_WITHOUT_GIT: '1' }, manifest);
  expect(seen.devDependencies).toEqual({ runner: '1' });
  // Without the network, what was left out before is known.
  const known = { '.cache/refbench/other-tools.json': JSON.stringify({ 'runner@1': null }) };
  const offline = { REFBENCH_WITHOUT_GIT: '1', REFBENCH_WARM: '' };
  const later = await manifestSeen(offline, { devDependencies: { runner: '1', kept: '1' } }, known);
  expect(later.devDependencies).toEqual({ kept: '1' });
});

test('packages that no manifest lists are added', async () => {
  const manifest = { dependencies: { listed: '^1.0.0' }, devDependencies: { tool: '1' } };
  const seen = await manifestSeen({ REFBENCH_ADDED_PACKAGES: 'listed mocha' }, manifest);
  expect(seen.devDependencies).toEqual({ tool: '1', mocha: '*' });
});

const globalRoot = async (): Promise<string> => (await execa('npm', ['root', '--global'])).stdout;

test('npm is told which releases of the project its packages may bring', async () => {
  const releases = { tool: '<=1.2.0' };
  const environment = { REFBENCH_OWN_RELEASES: JSON.stringify(releases) };
  const files = { 'npm-version': '10.9.0', 'npm-root': await globalRoot() };
  expect((await manifestSeen(environment, MANIFEST, files)).overrides).toEqual(releases);
  expect((await manifestSeen({})).overrides).toBeUndefined();
});

test.each([
  [
    'npm 6',
    {
      dependencies: {
        'brings-own': { version: '1', dependencies: { tool: { version: '1.3.0' } } },
      },
    },
  ],
  ['npm 7', { packages: { 'node_modules/x/node_modules/tool': { version: '1.3.0' } } }],
])('an npm that cannot be told leaves out what brings later releases (%s)', async (_, lock) => {
  const environment = { REFBENCH_OWN_RELEASES: '{"tool":"<=1.2.0"}' };
  const manifest = { devDependencies: { runner: '1', 'brings-own': '2' } };
  const files = { 'npm-root': await globalRoot(), 'lock.json': JSON.stringify(lock) };
  const seen = await manifestSeen(environment, manifest, files);
  expect(seen.overrides).toBeUndefined();
  expect(seen.devDependencies).toEqual({ runner: '1' });
  const earlier = JSON.stringify(lock).replace('1.3.0', '1.1.0');
  const kept = await manifestSeen(environment, manifest, { ...files, 'lock.json': earlier });
  expect(kept.devDependencies).toEqual(manifest.devDependencies);
});

test('an older version of such a tool is taken if there is one', async () => {
  const environment = { REFBENCH_OWN_RELEASES: '{"tool":"<=1.2.0"}' };
  const manifest = { devDependencies: { runner: '1', 'brings-own': '>= 1.5' } };
  const files = {
    'npm-root': await globalRoot(),
    'lock.json': JSON.stringify({ packages: { 'node_modules/tool': { version: '1.3.0' } } }),
    'view brings-own.json': JSON.stringify(['1.4.0', '1.6.0', '1.7.0', '2.0.0', '2.1.0', '3.0.0']),
    // The stub brings the tool for all of its versions but these.
    fine: '"brings-own":"2.1.0"',
  };
  const seen = await manifestSeen(environment, manifest, files);
  expect(seen.devDependencies).toEqual({ runner: '1', 'brings-own': '2.1.0' });
});

test('an open range takes the newest release that runs on this Node', async () => {
  const engines = (version: string, node: string) => ({ version, 'engines.node': node });
  const views = {
    'npm-root': (await execa('npm', ['root', '--global'])).stdout,
    'view runner@*.json': JSON.stringify([
      engines('9.0.0', '>=4'),
      engines('10.0.0', '>=8'),
      engines('11.0.0-beta.1', '>=8'),
      engines('12.0.0', '>=999'),
    ]),
    'view least@>=2.json': JSON.stringify(['2.0.0', '2.1.0']),
    'view only@*.json': JSON.stringify('1.3.0'),
  };
  const closed = { caret: '^1.0.0', exact: '1.2.3', between: '>=1 <2', tag: 'next' };
  const manifest = {
    devDependencies: { runner: '*', least: '>=2', only: 'latest', unknown: '*', ...closed },
  };
  const seen = await manifestSeen({ REFBENCH_FITTING: '1' }, manifest, views);
  expect(seen.devDependencies).toEqual({
    runner: '10.0.0',
    least: '2.1.0',
    only: '1.3.0',
    unknown: '*',
    ...closed,
  });
  expect((await manifestSeen({}, manifest, views)).devDependencies).toEqual(
    manifest.devDependencies,
  );
});
