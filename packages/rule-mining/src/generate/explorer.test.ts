import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { contextOf } from '../change.testkit.ts';
import { writeBaseTree } from './base-tree.ts';
import { MAX_OUTPUT_CHARACTERS, outputText } from './explorer.ts';

test('a long output is cut, and the model is told how much is missing', () => {
  expect(outputText('', 0, undefined)).toBe('[no output]');
  expect(outputText('a\nb\n', 0, undefined)).toBe('a\nb');
  expect(outputText('a\n', 0, 'exit code 1')).toBe('a\n[exit code 1]');
  const long = outputText('x'.repeat(MAX_OUTPUT_CHARACTERS + 5), 7, undefined);
  expect(long).toBe(
    `${'x'.repeat(MAX_OUTPUT_CHARACTERS)}\n[12 more characters are not shown; narrow the command]`,
  );
});

test('the folder of base has its files and links, and no git folder', async () => {
  await using context = await contextOf(
    { 'src/a.ts': 'a\r\n', 'b.txt': 'b' },
    { 'c.ts': 'golden' },
  );
  await using folder = await temporaryFolder();
  const { repository } = context;
  const files = async function* (): AsyncGenerator<{
    readonly path: never;
    readonly mode: '100644' | '100755' | '120000';
    readonly bytes: Buffer;
  }> {
    const file = (path: string, mode: '100644' | '100755' | '120000', text: string) => ({
      path: path as never,
      mode,
      bytes: Buffer.from(text),
    });
    yield file('a-link', '120000', '/etc');
    yield file('name with \u00e9', '100644', 'bytes\r\n');
    yield file('run.sh', '100755', '#!/bin/sh\n');
  };
  const tree = await repository.readTree(await repository.writeTree(files()));
  await writeBaseTree(repository, tree, folder.path);
  expect(await readlink(join(folder.path, 'a-link'))).toBe('/etc');
  expect((await lstat(join(folder.path, 'run.sh'))).mode & 0o777).toBe(0o644);
  const names = await readdir(folder.path, { encoding: 'latin1' });
  expect(names.sort()).toEqual(['a-link', 'name with \u00e9', 'run.sh']);

  await using base = await temporaryFolder();
  await writeBaseTree(repository, context.base, base.path);
  expect((await readdir(base.path, { recursive: true })).sort()).toEqual([
    'b.txt',
    'src',
    'src/a.ts',
  ]);
  expect(await readFile(join(base.path, 'src/a.ts'), 'utf8')).toBe('a\r\n');
});
