import { expect, test } from 'vitest';
import { emptyRepository, textFiles, writeFiles } from '../repos.testkit.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { bytePath } from '../tree/tree.ts';
import { openIgnoreRules } from './ignore-rules.ts';

test('a folder is skipped only if all files below it are ignored', async () => {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  const id = await writeFiles(
    repository,
    textFiles({
      '.gitignore': 'node_modules/\nfoo/*\n!foo/keep\n/bar\n*.log\n',
      'sub/.gitignore': 'only-here\n',
    }),
  );
  await using rules = await openIgnoreRules(repository, id);
  const folders = [
    'node_modules',
    'a/node_modules',
    'foo',
    'bar',
    'sub/bar',
    'sub/only-here',
    'only-here',
  ];
  const whole = await Promise.all(folders.map((name) => rules.isFolderIgnored(bytePath(name))));
  expect(whole).toEqual([true, true, false, true, false, true, false]);
  const files = [
    'node_modules/x',
    'foo/keep',
    'foo/other',
    'x.log',
    ':x.log',
    ':(top)x',
    '!x.log',
    'node_modules',
    '\xff.log',
  ];
  const ignored = await Promise.all(files.map((name) => rules.isIgnored(bytePath(name))));
  expect(ignored).toEqual([true, false, true, true, true, false, true, false, true]);
});

test('further paths are ignored exactly, with everything below them', async () => {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  const id = await writeFiles(repository, textFiles({ '.gitignore': '!kept', 'a.txt': '' }));
  const paths = ['node_modules', 'Cargo.lock', 'gen/*.c', '#x', 'end '];
  await using rules = await openIgnoreRules(repository, id, paths);
  const asked = [
    'node_modules/x/y',
    'Cargo.lock',
    'gen/*.c',
    '#x',
    'end ',
    'sub/node_modules/x',
    'sub/Cargo.lock',
    'gen/other.c',
    'end',
    'kept',
  ];
  const ignored = await Promise.all(asked.map((name) => rules.isIgnored(bytePath(name))));
  expect(ignored).toEqual([true, true, true, true, true, false, false, false, false, false]);
  expect(await rules.isFolderIgnored(bytePath('node_modules'))).toBe(true);
});
