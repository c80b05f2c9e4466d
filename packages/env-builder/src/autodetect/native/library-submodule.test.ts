import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, readlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RECIPES_FOLDER } from '@refbench/docker';
import { folderOf, type TemporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';

/** Lists the files of one package, as Debian's program does. */
const DPKG = `#!/bin/bash
[ "$*" = '--listfiles catch2' ] || exit 1
printf '%s\\n' /usr /usr/include /usr/include/catch2 /usr/include/catch2/catch.hpp "$HOME/cmake/Catch2Config.cmake"
`;

const TARGETS = `add_library(Catch2::Catch2 INTERFACE IMPORTED)
add_library(helper STATIC x.c)
`;

async function fill(files: Readonly<Record<string, string>>, name = 'catch2') {
  const folder = await folderOf({
    'bin/dpkg': DPKG,
    'cmake/Catch2Config.cmake': 'include(targets)\n',
    'cmake/Catch2Targets.cmake': TARGETS,
    ...files,
  });
  chmodSync(join(folder.path, 'bin/dpkg'), 0o755);
  const program = join(RECIPES_FOLDER, '10/library-submodule.sh');
  execFileSync('bash', [program, 'extern/Catch2', name], {
    cwd: folder.path,
    env: {
      PATH: `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: folder.path,
    },
  });
  return folder;
}

function at(folder: TemporaryFolder, name: string): string {
  return join(folder.path, 'extern/Catch2', name);
}

test('a submodule gets the headers and the targets of a package', async () => {
  await using folder = await fill({});
  for (const name of ['catch2', 'include/catch2', 'single_include/catch2']) {
    expect(readlinkSync(at(folder, name))).toBe('/usr/include/catch2');
  }
  expect(readlinkSync(at(folder, 'single_include/catch.hpp'))).toBe(
    '/usr/include/catch2/catch.hpp',
  );
  expect(readlinkSync(at(folder, 'contrib'))).toBe(join(folder.path, 'cmake'));
  expect(readFileSync(at(folder, 'CMakeLists.txt'), 'utf8')).toBe(`project(Catch2 NONE)
find_package(Catch2 CONFIG REQUIRED PATHS ${folder.path}/cmake NO_DEFAULT_PATH)
set_target_properties(Catch2::Catch2 PROPERTIES IMPORTED_GLOBAL TRUE)
if(NOT TARGET Catch2)
  add_library(Catch2 INTERFACE IMPORTED GLOBAL)
  set_property(TARGET Catch2 PROPERTY INTERFACE_LINK_LIBRARIES Catch2::Catch2)
endif()
`);
});

test('a submodule with content stays as it is, and so does one whose package is not there', async () => {
  await using full = await fill({ 'extern/Catch2/README.md': '' });
  expect(await readdir(at(full, '.'))).toEqual(['README.md']);
  await using other = await fill({ 'extern/.keep': '' }, 'doctest-dev');
  expect(await readdir(join(other.path, 'extern'))).toEqual(['.keep']);
});
