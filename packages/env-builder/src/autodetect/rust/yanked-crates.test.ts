import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECIPES_FOLDER } from '@refbench/docker';
import { folderOf, type TemporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';

/**
 * Does what cargo does where all crates that meet a requirement are yanked: a lock file is only made where a patch
 * replaces version 0.10.1, and such a crate is only fetched where a lock file names it.
 */
const CARGO = `#!/bin/bash
if [ "$1" = fetch ]; then
  grep -qxF 'xml-rs = "=0.10.1"' Cargo.toml && grep -qxF 'version = "0.10.1"' Cargo.lock || exit 101
  crate=$HOME/.cargo/registry/src/index/xml-rs-0.10.1
  mkdir -p "$crate" && echo crate >"$crate/Cargo.toml"
  exit
fi
if [ "$REASON" = yanked ]; then
  grep -qxF "xml-rs-0_10_1 = { package = \\"xml-rs\\", path = \\"$HOME/.refbench-yanked/xml-rs-0.10.1\\" }" "$HOME/.cargo/config.toml" &&
    [ "$(cat "$HOME/.refbench-yanked/xml-rs-0.10.1/Cargo.toml")" = crate ] && echo "$*" >Cargo.lock && exit
  printf 'error: failed to select a version for the requirement \`xml-rs = "^0"\`\\n' >&2
  printf '  version %s is yanked\\n' 0.9.0 0.10.1 0.10.0 >&2
fi
[ "$REASON" != never ] || printf 'error: failed to select a version for the requirement \`xml-rs = "^0"\`\\n  version 7.0.0 is yanked\\n' >&2
exit 101
`;

async function treeWith(files: Readonly<Record<string, string>> = {}): Promise<TemporaryFolder> {
  const folder = await folderOf({ 'bin/cargo': CARGO, 'tree/Cargo.toml': '', ...files });
  chmodSync(join(folder.path, 'bin/cargo'), 0o755);
  return folder;
}

function makeLock(folder: TemporaryFolder, reason: string) {
  const program = join(RECIPES_FOLDER, '11/with-yanked-crates.mjs');
  return spawnSync(
    process.execPath,
    [program, 'cargo', 'generate-lockfile', '--publish-time', 'T'],
    {
      cwd: join(folder.path, 'tree'),
      env: {
        PATH: `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`,
        HOME: folder.path,
        REASON: reason,
      },
      encoding: 'utf8',
    },
  );
}

test('the newest yanked crate is taken where there is no other, and settings of cargo stay', async () => {
  const settings = '[patch.crates-io]\nother = { path = "x" }\n';
  await using folder = await treeWith({ '.cargo/config.toml': settings });
  const { status, stderr } = makeLock(folder, 'yanked');
  expect(stderr).toContain('xml-rs 0.10.1 is taken although it is yanked');
  expect(status).toBe(0);
  expect(readFileSync(join(folder.path, 'tree/Cargo.lock'), 'utf8')).toBe(
    'generate-lockfile --publish-time T\n',
  );
  const config = readFileSync(join(folder.path, '.cargo/config.toml'), 'utf8');
  expect(config.split('\n').slice(0, 2)).toEqual([
    '[patch.crates-io]',
    expect.stringMatching(/^xml-rs/),
  ]);
  expect(config).toContain('other = { path = "x" }');
});

test.each(['never', 'other'])('another failure (%s) stays one', async (reason) => {
  await using folder = await treeWith();
  expect(makeLock(folder, reason).status).toBe(101);
  expect(existsSync(join(folder.path, '.cargo/config.toml'))).toBe(false);
});
