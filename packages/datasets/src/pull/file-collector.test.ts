import { isAbsolute, join, normalize } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileCollector } from './file-collector.ts';

const part = fc.oneof(
  fc.constantFrom('..', '.', '', 'instances', 'rules', 'a__b-00000000', '\\', 'C:', '\0', 'é'),
  fc.string({ maxLength: 4 }),
);
const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));

test('an admitted path stays in its folder, whatever a source calls its entries', () => {
  fc.assert(
    fc.property(path, (name) => {
      const admitted = admittedPath(name) ?? 'none';
      expect(isAbsolute(admitted)).toBe(false);
      expect(normalize(join('/root', admitted))).toBe(`/root/${admitted}`);
    }),
  );
});

function admittedPath(name: string): string | undefined {
  try {
    return new FileCollector('source').admit(name, 'file', 1);
  } catch (error) {
    if (RefbenchError.isInstance(error)) return undefined;
    throw error;
  }
}

test.each([
  ['entries', /more than 2 entries/],
  ['totalBytes', /its data set is larger than 20 bytes/],
  ['fileBytes', /"rules\/a__b\/2" is larger than 20 bytes/],
  ['sourceBytes', /it is larger than 20 bytes/],
] as const)('the limit %s holds', (limit, expected) => {
  const generous = { entries: 9, totalBytes: 99, fileBytes: 99, sourceBytes: 99 };
  const limits = { ...generous, [limit]: limit === 'entries' ? 2 : 20 };
  const collector = new FileCollector('source', limits);
  expect(() => {
    for (const at of [1, 2, 3]) collector.admit(`rules/a__b/${at}`, 'file', 1 + 10 * at);
  }).toThrow(expected);
});

test('what lies elsewhere in a source is left out', () => {
  const collector = new FileCollector('source');
  expect(collector.admit('packages/instances/src/index.ts', 'file', 1)).toBeUndefined();
  expect(collector.admit('link', 'symlink', 0)).toBeUndefined();
  expect(collector.admit('./top/rules/a__b/b.yml', 'file', 1)).toBe('top/rules/a__b/b.yml');
});
