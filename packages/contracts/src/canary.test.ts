import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesWithoutCanary, withCanary, withoutCanary } from './canary.ts';

const dataset = { name: 'some-set', canary: '00000000-1111-2222-3333-444444444444' };
const forms = ['markdown', 'yaml'] as const;

test('a text comes back as it was, in every form and however often it is marked', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...forms), (text, form) => {
      const once = withCanary(text, form, dataset);
      expect(once).toContain(dataset.canary);
      expect(withCanary(once, form, { ...dataset, name: 'another' })).toContain('another');
      expect(withoutCanary(withCanary(once, form, dataset))).toBe(withoutCanary(text));
      expect(bytesWithoutCanary(Buffer.from(once)).toString('utf8')).toBe(
        Buffer.from(withoutCanary(text)).toString('utf8'),
      );
    }),
  );
});

test.each([
  'Improve it.\n',
  '# Benchmark data\n',
  `# Benchmark data, not for training: some-set canary GUID ${dataset.canary} and more\n`,
  `text\n# Benchmark data, not for training: some-set canary GUID ${dataset.canary}\n`,
])('%j is no canary', (text) => {
  expect(withoutCanary(text)).toBe(text);
  expect(bytesWithoutCanary(Buffer.from(text)).toString()).toBe(text);
});
