import { expect, test } from 'vitest';
import type { RecipeDraft } from '@refbench/env-builder';
import { isSameRecipe, redated } from './reused-recipe.ts';

test('a recipe of another commit gets the time of this one', () => {
  const text = [
    'npm_config_before=2024-05-06T07:08:09.000Z',
    '--publish-time 2024-05-06T07:08:09Z',
    'for day in 2024-05-06 2024-05-20; do',
  ].join('\n');
  const [from, to] = [new Date('2024-05-06T07:08:09Z'), new Date('2019-01-02T03:04:05Z')];
  expect(redated(text, from, to).split('\n')).toEqual([
    'npm_config_before=2019-01-02T03:04:05.000Z',
    '--publish-time 2019-01-02T03:04:05Z',
    'for day in 2019-01-02 2024-05-20; do',
  ]);
});

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
