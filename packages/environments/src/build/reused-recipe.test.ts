import { expect, test } from 'vitest';
import type { RecipeDraft } from '@refbench/env-builder';
import { isSameRecipe } from './reused-recipe.ts';

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
