import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@refbench/test-helpers';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { draft } from '../autodetect.testkit.ts';
import { detectNode } from './node-ecosystem.ts';

const PROGRAM = fileURLToPath(
  new URL('../../../../../docker/recipes/9/without-packages.mjs', import.meta.url),
);

const ROOT = '{ "dependencies": { "a": "1", "gone": "2" }, "devDependencies": { "b": "x/y" } }\n';
const FILES = {
  'package.json': ROOT,
  'packages/c/package.json': '{"devDependencies":{"gone":"*"}}',
  'node_modules/d/package.json': '{"dependencies":{"gone":"3"}}',
  'yarn.lock': 'locked\n',
};

/** Writes the manifests that it sees to a file, and does to lock files what package managers do. */
const COMMAND = `cat package.json packages/c/package.json node_modules/d/package.json >../seen.txt
  echo changed >>yarn.lock; echo new >package-lock.json; exit 3`;

test('a command sees manifests without missing packages, and leaves the tree as it was', async () => {
  await using folder = await temporaryFolder();
  const tree = join(folder.path, 'tree');
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(tree, name)), { recursive: true });
    await writeFile(join(tree, name), text);
  }
  const args = [PROGRAM, COMMAND, 'yarn.lock', 'package-lock.json'];
  const { exitCode, stderr } = await execa(process.execPath, args, {
    cwd: tree,
    env: { REFBENCH_WITHOUT_PACKAGES: 'gone other', REFBENCH_WITHOUT_GIT: '1' },
    reject: false,
  });
  expect(exitCode).toBe(3);
  expect(stderr).toContain('left out of package.json: gone, b\n');
  const seen = await readFile(join(folder.path, 'seen.txt'), 'utf8');
  expect(seen.replaceAll(/\s/g, '')).toBe(
    '{"dependencies":{"a":"1"},"devDependencies":{}}{"devDependencies":{}}{"dependencies":{"gone":"3"}}',
  );
  for (const [name, text] of Object.entries(FILES)) {
    expect(await readFile(join(tree, name), 'utf8')).toBe(text);
  }
  await expect(stat(join(tree, 'package-lock.json'))).rejects.toThrow('ENOENT');
});

test.each([
  ['yarn.lock', '# yarn lockfile v1\n', 'yarn install --pure-lockfile'],
  ['yarn.lock', '__metadata:\n  version: 8\n', 'yarn install --no-immutable'],
  ['pnpm-lock.yaml', "lockfileVersion: '9.0'\n", 'pnpm install --no-frozen-lockfile'],
])('with %s %s, an incomplete tree is installed by %s', async (lock, text, command) => {
  const manifest = { scripts: { test: 'mocha' }, devDependencies: { mocha: '10', gone: '1' } };
  const files = { 'package.json': JSON.stringify(manifest), [lock]: text };
  const plain = await draft(detectNode, files);
  expect(plain.text('setup_shell.sh')).not.toContain('without-packages.mjs');
  const variables = { REFBENCH_WITHOUT_PACKAGES: 'gone' };
  const incomplete = await draft(detectNode, files, { adjustments: { variables } });
  const shell = incomplete.text('setup_shell.sh');
  expect(shell).toContain(`without-packages.mjs" '${command}`);
  expect(incomplete.programs).toMatchObject({
    'missing-packages.mjs': 12,
    'without-packages.mjs': 9,
  });
  await execa('bash', ['-n'], { input: shell });
});
