import { expect, test } from 'vitest';
import { draft } from '../autodetect.testkit.ts';
import { detectCmake } from './cmake.ts';

const lists = {
  'CMakeLists.txt': `project(demo)
enable_testing()
configure_file(cmake/CMakeLists.txt.in download/CMakeLists.txt)
add_subdirectory(download/src)`,
};

const template = (tag: string): string =>
  `ExternalProject_Add(googletest GIT_REPOSITORY https://github.com/google/googletest.git ${tag})`;

async function installed(tag: string): Promise<string> {
  const files = { ...lists, 'cmake/CMakeLists.txt.in': template(tag) };
  const recipe = await draft(detectCmake, files, { on: '2017-06-06' });
  return recipe.text('install_system.sh');
}

test('a build that clones GoogleTest gets that of the distribution', async () => {
  const text = await installed('GIT_TAG release-1.8.0');
  expect(text).toMatch(/apt-get .*install.* googletest /);
  expect(text).toContain('for name in release-1.8.0; do git_here tag "$name"; done');
  expect(text).toContain('url./usr/src/googletest.insteadOf "$address"google/googletest');
});

test('the usual branches exist without a tag', async () => {
  expect(await installed('GIT_TAG master')).not.toContain('git_here tag');
});

test('other builds have no repository', async () => {
  const recipe = await draft(detectCmake, lists, { on: '2017-06-06' });
  expect(recipe.text('install_system.sh')).not.toContain('googletest');
});
