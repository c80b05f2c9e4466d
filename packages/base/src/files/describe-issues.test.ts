import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '@refbench/test-helpers';
import { parseJson, readJsonFile } from './json-file.ts';
import { lineInJson } from './locate-json.ts';
import { readYamlFile } from '../text/yaml-files.ts';

const schema = z.strictObject({
  name: z
    .string()
    .min(2)
    .meta({ examples: ['tally'] }),
  count: z.int().max(9),
  side: z.enum(['left', 'right']).default('left'),
  tags: z.array(z.strictObject({ id: z.number() })).default([]),
});

function reason(value: unknown): string {
  const parsed = parseJson(JSON.stringify(value), schema);
  return parsed.kind === 'invalid' ? parsed.reason : 'valid';
}

test.each([
  [{ count: 1 }, 'name: it is missing; expected a text, e.g. "tally"'],
  [{ name: 7, count: 1 }, 'name: expected a text, found 7, e.g. "tally"'],
  [{ name: 'ab', count: 10 }, 'count: expected at most 9, found 10'],
  [{ name: 'a', count: 1 }, 'name: expected at least 2 characters, found "a", e.g. "tally"'],
  [{ name: 'ab', count: 1, side: 'up' }, 'side: expected one of "left", "right", found "up"'],
  [
    { name: 'ab', count: 1, tags: [{ id: 1, x: 2 }] },
    'tags.0: unknown field "x"; the fields are id',
  ],
  [[], 'the whole: expected an object with named fields, found an empty list'],
])('%j is described in words: %s', (value, text) => {
  expect(reason(value)).toBe(text);
});

test('a file of several lines names the line, in JSON and in YAML', async () => {
  const text = '{\n  "name": "ab",\n  "count": "x"\n}\n';
  expect(parseJson(text, schema)).toMatchObject({
    reason: 'line 3: count: expected a number, found "x"',
  });
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'x.yml');
  await writeFile(path, 'name: ab\n# a comment\ncount: x\n');
  await expect(readYamlFile(path, schema)).rejects.toMatchObject({
    message: `${path}: line 3: count: expected a number, found "x"`,
  });
});

test('a byte order mark is ignored', async () => {
  await using folder = await temporaryFolder();
  const json = join(folder.path, 'x.json');
  await writeFile(json, '\uFEFF{"name":"ab","count":1}');
  expect((await readJsonFile(json, schema)).kind).toBe('valid');
  const path = join(folder.path, 'x.yml');
  await writeFile(path, '\uFEFFname: ab\ncount: 1\n');
  expect(await readYamlFile(path, schema)).toMatchObject({ name: 'ab' });
});

test('the error for truncated JSON contains the line', () => {
  expect(parseJson('{\n"name": "ab",\n}', schema)).toMatchObject({
    reason: expect.stringMatching(/^it is not valid JSON: .*\(line 3\)$/) as string,
  });
});

test('finds the line of every value in a JSON text', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      const printed = JSON.stringify(value, null, 1);
      const lines = printed.split('\n');
      for (const [path, start] of startsOf(value, [])) {
        const line = lineInJson(printed, path);
        expect(line).toBeDefined();
        expect(lines[(line ?? 0) - 1]).toContain(start);
      }
    }),
  );
});

/** Every value with its path, and the expected content of its line. */
function startsOf(
  value: unknown,
  path: readonly string[],
): readonly (readonly [string[], string])[] {
  if (typeof value !== 'object' || value === null) return [[[...path], JSON.stringify(value)]];
  const inner = Object.entries(value).flatMap(([key, one]) => startsOf(one, [...path, key]));
  return [[[...path], Array.isArray(value) ? '[' : '{'], ...inner];
}
