import { expect, test, vi } from 'vitest';
import { emptyRepository, textFiles, writeFiles } from '../repos.testkit.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { fetchGitEnv } from './git-env.ts';

test('the git settings of the user do not change objects or patches', async () => {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  const [before, after] = [textFiles({ x: 'a\nb\n' }), textFiles({ x: 'a\nc\n' })];
  const [from, to] = [await writeFiles(repository, before), await writeFiles(repository, after)];
  const patch = await repository.diff(from, to);
  const settings = ['diff.noprefix', 'diff.mnemonicPrefix', 'color.ui'];
  vi.stubEnv('GIT_CONFIG_COUNT', `${settings.length}`);
  for (const [at, name] of settings.entries()) {
    vi.stubEnv(`GIT_CONFIG_KEY_${at}`, name);
    vi.stubEnv(`GIT_CONFIG_VALUE_${at}`, name === 'color.ui' ? 'always' : 'true');
  }
  vi.stubEnv('GIT_DIR', '/nonexistent');
  vi.stubEnv('GIT_INDEX_FILE', '/nonexistent');
  vi.stubEnv('GIT_EXTERNAL_DIFF', 'false');
  vi.stubEnv('GIT_DIFF_OPTS', '--unified=0');
  vi.stubEnv('GIT_OBJECT_DIRECTORY', '/nonexistent');
  expect(await writeFiles(repository, after)).toBe(to);
  expect((await repository.diff(from, to)).equals(patch)).toBe(true);
});

test('only connection settings are passed to a fetch', () => {
  const kept = ['GIT_SSL_CAINFO', 'GIT_SSH_COMMAND', 'https_proxy', 'SSH_AUTH_SOCK', 'HOME'];
  const dropped = ['GIT_DIR', 'GIT_CONFIG_COUNT', 'GIT_OBJECT_DIRECTORY', 'GIT_TRACE'];
  for (const name of [...kept, ...dropped]) vi.stubEnv(name, 'given');
  const env = fetchGitEnv();
  expect(kept.map((name) => env[name])).toEqual(kept.map(() => 'given'));
  expect(dropped.filter((name) => name in env)).toEqual([]);
  expect(env['GIT_TERMINAL_PROMPT']).toBe('0');
});
