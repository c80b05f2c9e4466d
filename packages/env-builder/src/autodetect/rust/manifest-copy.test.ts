import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RECIPES_FOLDER } from '@refbench/docker';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';

/** Copies the manifests of a tree, and returns the sources of the copy, with their text. */
async function sourcesOf(
  files: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  await using folder = await temporaryFolder();
  const [tree, copy] = [join(folder.path, 'tree'), join(folder.path, 'copy')];
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), text);
  }
  execFileSync('bash', [join(RECIPES_FOLDER, '5/manifest-copy.sh'), copy], { cwd: tree });
  const paths = (await readdir(copy, { recursive: true })).filter((path) => path.endsWith('.rs'));
  return Object.fromEntries(
    await Promise.all(
      paths.sort().map(async (path) => [path, await readFile(join(copy, path), 'utf8')] as const),
    ),
  );
}

const STUB = 'fn main() {}\n';
const PACKAGE = '[package]\nname = "a"\n';

test('a workspace keeps its own sources, and its root gets none', async () => {
  const files = {
    'Cargo.toml': '[workspace]\nmembers = ["examples"]\n',
    'examples/Cargo.toml': '[package]\nname = "examples"\n',
    'examples/src/lib.rs': '// mine\n',
    'examples/examples/one.rs': '',
    'target/debug/build.rs': '',
  };
  expect(await sourcesOf(files)).toEqual({
    'examples/src/lib.rs': '// mine\n',
    'examples/examples/one.rs': '',
  });
});

test.each([
  ['a package without targets', PACKAGE, {}, ['src/lib.rs']],
  ['a program', PACKAGE, { 'src/main.rs': '' }, []],
  [
    'a library without a path',
    `${PACKAGE}[lib]\nname = "b"\n`,
    { 'src/main.rs': '' },
    ['src/lib.rs'],
  ],
  ['a library with a path', `${PACKAGE}[lib]\npath = "lib.rs"\n`, {}, ['lib.rs']],
  ['a build script', `${PACKAGE}build = "make.rs"\n`, { 'src/lib.rs': '' }, ['make.rs']],
  ['a program that is src/main.rs', `${PACKAGE}[[bin]]\nname = "a"\n`, { 'src/main.rs': '' }, []],
  [
    'programs, tests and benches by name, of which one is a folder',
    `${PACKAGE}[[bin]]\nname = "b"\n[[test]]\nname = "c"\n[[test]]\nname = "d"\n[[bench]]\nname = "e"\npath = "f.rs"\n`,
    { 'src/lib.rs': '', 'tests/d/main.rs': '' },
    ['f.rs', 'src/bin/b.rs', 'tests/c.rs'],
  ],
])('of %s, only missing sources are written', async (_, manifest, files, written) => {
  const sources = await sourcesOf({ 'Cargo.toml': manifest, ...files });
  const stubs = Object.entries(sources).filter(([, text]) => text === STUB);
  expect(stubs.map(([path]) => path)).toEqual(written);
  expect(Object.keys(sources).sort()).toEqual([...Object.keys(files), ...written].sort());
});
