import { expect, test } from 'vitest';
import { detect, draft } from '../autodetect.testkit.ts';
import { detectMeson } from './meson.ts';

test('meson: its version, libraries and test options', async () => {
  const recipe = await draft(
    detectMeson,
    {
      'meson.build': `project('x', 'c', meson_version : '>=0.60.0')
zlib = dependency('zlib')
cmocka = dependency('cmocka', required : get_option('tests'))
subdir('tests')`,
      'tests/meson.build': "test('a', exe)",
      'subprojects/y/meson.build': "dependency('libpng')",
      'meson_options.txt': `option('tests', type : 'feature', value : 'disabled')
option('test', type: 'boolean', value: false)
option('with-tests', type: 'boolean', value: true)
option('test-data', type: 'string')`,
    },
    { on: '2021-12-01' },
  );
  expect(recipe.baseImage).toBe('gcc-12');
  expect(recipe.text('install_system.sh')).toMatch(/ libcmocka-dev meson zlib1g-dev; then$/m);
  expect(recipe.text('setup_shell.sh')).toContain(' -Dtest=true -Dtests=enabled "$REFBENCH_BUILD"');
  expect(await detect(detectMeson, { 'meson.build': "project('x')" })).toMatchObject({
    reason: 'no meson.build defines a test',
  });
  expect(await detect(detectMeson, { 'a.c': '' })).toBeUndefined();
});
