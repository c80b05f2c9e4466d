import { afterEach, expect, test, vi } from 'vitest';
import { editText } from './text-editor.ts';

afterEach(() => void vi.unstubAllEnvs());

test('the editor may have arguments, and VISUAL precedes EDITOR', async () => {
  vi.stubEnv('EDITOR', 'false');
  vi.stubEnv('VISUAL', 'sed -i s/old/new/');
  expect(await editText('old\n', 'rule.yml')).toBe('new\n');
});

test('a failed editor returns nothing', async () => {
  vi.stubEnv('VISUAL', ' ');
  vi.stubEnv('EDITOR', 'false');
  expect(await editText('old\n', 'rule.yml')).toBeUndefined();
});
