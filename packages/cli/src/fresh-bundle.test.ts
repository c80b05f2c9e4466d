import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { freshBundle } from '../bin/fresh-bundle.js';
import { temporaryFolder } from './command.testkit.ts';

test('the bundle is used unless it is missing, damaged or older than the build', async () => {
  await using folder = await temporaryFolder();
  const [path, build] = [join(folder.path, 'bundle.json'), join(folder.path, 'build')];
  const record = pathToFileURL(path);
  expect(freshBundle(record)).toBeUndefined();
  await writeFile(path, JSON.stringify({ main: 'x/main.js', builtFrom: ['build'] }));
  await writeFile(build, '');
  await utimes(build, 1_000, 1_000);
  const main = pathToFileURL(join(folder.path, 'x/main.js')).href;
  expect(freshBundle(record)).toBe(main);
  await utimes(path, 999, 999);
  expect(freshBundle(record)).toBeUndefined();
  await rm(build);
  expect(freshBundle(record)).toBe(main);
  await writeFile(path, '{"main": ');
  expect(freshBundle(record)).toBeUndefined();
});
