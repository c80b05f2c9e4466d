import { NO_ADJUSTMENTS } from '@refbench/env-builder';
import { expect, test } from 'vitest';
import { ignoreWritten } from './ignore-written.ts';

test('what the set-up writes is ignored, once', () => {
  const unclean = ['?? Cargo.lock', '?? node_modules/a/index.js'];
  const [found] = ignoreWritten(unclean, NO_ADJUSTMENTS);
  expect(found?.adjustments.ignored).toEqual(['Cargo.lock', 'node_modules/a/index.js']);
  expect(found?.because).toContain('Cargo.lock');
  expect(ignoreWritten(unclean, found?.adjustments ?? NO_ADJUSTMENTS)).toEqual([]);
});

test('a changed file of the tree is not ignored, nor is a name that git quotes', () => {
  for (const line of [' M Cargo.lock', ' D a', '?? "\\303\\244"']) {
    expect(ignoreWritten(['?? a', line], NO_ADJUSTMENTS)).toEqual([]);
  }
  expect(ignoreWritten([], NO_ADJUSTMENTS)).toEqual([]);
});
