import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf } from './digest.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { TextCache } from './text-cache.ts';
import { parseYamlFiles } from '../text/yaml-files.ts';

test('a damaged text counts as a miss', async () => {
  await using folder = await temporaryFolder();
  const cache = new TextCache(join(folder.path, 'texts'));
  expect(await cache.get(digestOf('key'))).toBeUndefined();
  await cache.put(digestOf('key'), 'two\nlines');
  expect(await cache.get(digestOf('key'))).toBe('two\nlines');
  const [name = ''] = await readdir(join(folder.path, 'texts'));
  const path = join(folder.path, 'texts', name);
  const whole = await readFile(path, 'utf8');
  for (const damaged of ['', whole.slice(0, -1), whole.replace('two', 'six')]) {
    await writeFile(path, damaged);
    expect(await cache.get(digestOf('key'))).toBeUndefined();
  }
});

test('removes the least recently used texts first', async () => {
  await using folder = await temporaryFolder();
  const cache = new TextCache(folder.path);
  await cache.put(digestOf('old'), 'old');
  const [name = ''] = await readdir(folder.path);
  await utimes(join(folder.path, name), 1, 1);
  for (let index = 0; index < 128; index += 1) await cache.put(digestOf(index), 'new');
  expect(await readdir(folder.path)).toHaveLength(128);
  expect(await cache.get(digestOf('old'))).toBeUndefined();
  expect(await cache.get(digestOf(0))).toBe('new');
});

test('parses YAML again only if a text has changed; errors are not cached', async () => {
  await using folder = await temporaryFolder();
  const cache = new TextCache(join(folder.path, 'texts'));
  const path = join(folder.path, 'a.yml');
  const parsed: string[] = [];
  const parse = async (text: string): Promise<unknown> => {
    await writeFile(path, text);
    const onParse = (texts: readonly string[]): void => void parsed.push(...texts);
    return (await parseYamlFiles([path], { cache, onParse })).map(({ documents }) => documents);
  };
  for (const text of ['a: 1', 'a: 1', 'a: 2']) {
    expect(await parse(text)).toEqual([[{ a: Number(text.slice(3)) }]]);
  }
  expect(parsed).toEqual(['a: 1', 'a: 2']);
  for (let round = 0; round < 2; round += 1) await expect(parse('a: [')).rejects.toThrow('a.yml');
  expect(parsed).toEqual(['a: 1', 'a: 2', 'a: [', 'a: [']);
});
