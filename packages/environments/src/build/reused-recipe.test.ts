import { expect, test } from 'vitest';
import type { RecipeDraft } from '@refbench/env-builder';
import { failsOften, isSameRecipe, passesMore } from './reused-recipe.ts';

test('recipes are the same whatever their reasons', () => {
  const recipe = (text: string, more: Partial<RecipeDraft> = {}): RecipeDraft => ({
    kind: 'draft',
    baseImage: 'rust-1.96',
    manifests: ['a', 'b'],
    testTimeoutSeconds: 900,
    files: new Map([['setup_shell.sh', { text, executable: false }]]),
    programs: {},
    reasons: [],
    ...more,
  });
  const reasons = [{ choice: 'rust-1.96', because: 'x' }];
  expect(isSameRecipe(recipe('a'), recipe('a', { reasons, manifests: ['b', 'a'] }))).toBe(true);
  expect(isSameRecipe(recipe('a'), recipe('b'))).toBe(false);
  expect(isSameRecipe(recipe('a'), recipe('a', { baseImage: 'rust-1.85' }))).toBe(false);
});

test('an environment in which many tests fail gives way to one in which more pass', () => {
  expect(failsOften({ passed: 950, failed: 50 })).toBe(false);
  expect(failsOften({ passed: 940, failed: 60 })).toBe(true);
  expect(passesMore({ stage: 'admitted', passed: 941 }, { passed: 940 })).toBe(true);
  expect(passesMore({ stage: 'admitted', passed: 940 }, { passed: 940 })).toBe(false);
  expect(passesMore({ stage: 'observed', passed: 990 }, { passed: 940 })).toBe(false);
});
