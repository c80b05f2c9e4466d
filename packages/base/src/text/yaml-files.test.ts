import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '@refbench/test-helpers';
import { parseYamlFiles, readYamlFile } from './yaml-files.ts';

async function parse(...texts: string[]): ReturnType<typeof parseYamlFiles> {
  await using folder = await temporaryFolder();
  const paths = texts.map((_, index) => join(folder.path, `${index}.yml`));
  await Promise.all(texts.map((text, index) => writeFile(paths[index] ?? '', text)));
  return await parseYamlFiles(paths);
}

test('several files, several documents', async () => {
  const files = await parse('a: 1\n---\nb: [x, y]\n', 'c: "d"\n');
  expect(files.map((file) => file.documents)).toEqual([
    [{ a: 1 }, { b: ['x', 'y'] }],
    [{ c: 'd' }],
  ]);
});

const bomb = [
  'a0: &a0 [x, x, x, x, x, x, x, x, x]',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(
    (n) => `a${n}: &a${n} [${Array.from({ length: 9 }, () => `*a${n - 1}`).join(', ')}]`,
  ),
].join('\n');

test.each([
  ['an alias bomb', bomb],
  ['deep nesting', '['.repeat(200_000)],
  ['deep and closed', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['a duplicate key', 'a: 1\na: 2\n'],
  ['a foreign tag', 'a: !!js/function "function () {}"\n'],
  ['half a document', 'a: [1, 2\n'],
  ['a megabyte too much', `a: ${'x'.repeat(1_000_001)}\n`],
])('%s is an error that names the file', async (_name, text) => {
  await expect(parse('ok: 1\n', text)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringMatching(/1\.yml: /) as string,
  });
});

test('the error names a missing file', async () => {
  await expect(parseYamlFiles(['/nowhere/x.yml'])).rejects.toMatchObject({
    message: '/nowhere/x.yml: there is no such file',
  });
});

test('the error for an invalid value names the field', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'x.yml');
  await writeFile(path, 'a: { b: "1" }\n');
  const schema = z.strictObject({ a: z.strictObject({ b: z.number() }) });
  await expect(readYamlFile(path, schema)).rejects.toMatchObject({
    message: expect.stringContaining('x.yml: line 1: a.b: ') as string,
  });
});
