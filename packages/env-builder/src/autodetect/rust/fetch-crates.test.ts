import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECIPES_FOLDER } from '@refbench/docker';
import { folderOf, type TemporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';

const SOURCE = 'https://git.example/a/b?branch=c%2Fd';

/**
 * Does what cargo does with one package `one` of a git source, where the registry has versions 1.2.3 and 2.0.0 of it: a
 * fetch fails until the source is replaced, and a lock file names the version in the folder.
 */
const CARGO = `#!/bin/bash
config=$HOME/.cargo/config.toml
case "$1" in
metadata)
  echo '{"packages":[{"dependencies":[
    {"name":"one","source":"git+${SOURCE}","req":"^1"},
    {"name":"two","source":"registry+x","req":"^3","features":["f"],"uses_default_features":false}]}]}'
  exit ;;
generate-lockfile) [ "$4" = 2020-01-01T00:00:00Z ] || exit 101 ;;
esac
if grep -q '^name = "refbench-probe"' Cargo.toml; then
  printf '[[package]]\\nname = "refbench-probe"\\nversion = "0.0.0"\\n\\n' >Cargo.lock
  while IFS= read -r line; do
    case "$line" in
    'one = "=2.0.0"') name=one version=2.0.0 ;;
    'one = "^1"' | *'package = "one", version = "=1.2.3", '*) name=one version=1.2.3 ;;
    *'package = "two", version = "^3", features = ["f"], default-features = false'*) name=two version=3.4.5 ;;
    *) exit 101 ;;
    esac
    crate=$HOME/.cargo/registry/src/index/$name-$version
    mkdir -p "$crate" && printf '[package]\\nname = "%s"\\nversion = "%s"\\n' "$name" "$version" >"$crate/Cargo.toml"
    printf '[[package]]\\nname = "%s"\\nversion = "%s"\\nsource = "registry+x"\\n\\n' "$name" "$version" >>Cargo.lock
  done < <(sed '1,/^\\[dependencies\\]/d' Cargo.toml)
  exit
fi
vendored=$(sed -n 's/^version = //p' "$HOME/.refbench-crates/one/Cargo.toml" 2>/dev/null)
[ "$SOURCE_NAME" = one ] && grep -qxF 'branch = "c/d"' "$config" 2>/dev/null &&
  grep -qxF '[source."${SOURCE}"]' "$config" && [ -n "$vendored" ] &&
  grep -A1 'name = "one"' Cargo.lock | grep -qxF "version = $vendored" && exit
printf 'Caused by:\\n  failed to load source for dependency \`%s\`\\n\\nCaused by:\\n  Unable to update %s\\n' "$SOURCE_NAME" '${SOURCE}' >&2
exit 101
`;

function lockOf(version: string, source: string): string {
  return `version = 3\n\n[[package]]\nname = "one"\nversion = "${version}"\nsource = "git+${source}"\n`;
}

/** Fetches the packages of a tree. */
async function treeWith(files: Readonly<Record<string, string>>): Promise<TemporaryFolder> {
  const folder = await folderOf({ 'bin/cargo': CARGO, 'tree/Cargo.toml': '', ...files });
  chmodSync(join(folder.path, 'bin/cargo'), 0o755);
  return folder;
}

function fetchCrates(folder: TemporaryFolder, name = 'one') {
  const args = [join(RECIPES_FOLDER, '10/fetch-crates.mjs'), '../lock', '2020-01-01T00:00:00Z'];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: join(folder.path, 'tree'),
    env: {
      PATH: `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: folder.path,
      SOURCE_NAME: name,
    },
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('without a lock file, the newest crate that the manifest allows stands for a package of a git host', async () => {
  await using folder = await treeWith({});
  const { status, stderr } = fetchCrates(folder);
  expect(stderr).toContain('one 1.2.3 of the registry stands for the one of https://git.example');
  expect(status).toBe(0);
  const lock = readFileSync(join(folder.path, 'lock'), 'utf8');
  expect(lock).toBe(`version = 4

[[package]]
name = "two"
version = "3.4.5"
source = "registry+x"


[[package]]
name = "one"
version = "1.2.3"
source = "git+${SOURCE}#${'0'.repeat(40)}"
`);
  expect(readFileSync(join(folder.path, 'tree/Cargo.lock'), 'utf8')).toBe(lock);
});

test('the version of the lock file is taken, though its form is older', async () => {
  const lock = lockOf('2.0.0', 'https://git.example/a/b?branch=c/d#1');
  await using folder = await treeWith({ 'tree/Cargo.lock': lock });
  const { status, stderr } = fetchCrates(folder);
  expect(stderr).toContain('one 2.0.0 of the registry');
  expect(status).toBe(0);
  expect(readFileSync(join(folder.path, 'tree/Cargo.lock'), 'utf8')).toBe(lock);
  expect(existsSync(join(folder.path, 'lock'))).toBe(false);
});

test('a version that was never published is that of another crate', async () => {
  const lock = lockOf('1.9.0', 'https://git.example/a/b?branch=c/d#1');
  await using folder = await treeWith({ 'tree/Cargo.lock': lock });
  const { status, stderr } = fetchCrates(folder);
  expect(stderr).toContain('one 1.2.3 of the registry');
  expect(status).toBe(0);
  const crate = readFileSync(join(folder.path, '.refbench-crates/one/Cargo.toml'), 'utf8');
  expect(crate).toContain('version = "1.9.0"');
});

test('a package that the registry does not have keeps the message and the status of cargo', async () => {
  await using folder = await treeWith({});
  const { status, stderr } = fetchCrates(folder, 'two');
  expect(stderr).toContain('failed to load source for dependency `two`');
  expect(status).toBe(101);
  expect(existsSync(join(folder.path, '.cargo/config.toml'))).toBe(false);
});
