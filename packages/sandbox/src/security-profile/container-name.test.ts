import fc from 'fast-check';
import { expect, it } from 'vitest';
import { containerName } from './container-name.ts';

it('is unique and valid for every engine', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (instance, phase) => {
      const labels = { run: 'r', instance, attempt: '1', phase };
      const name = containerName(labels);
      expect(name).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,160}$/);
      expect(containerName(labels)).not.toBe(name);
    }),
  );
});
