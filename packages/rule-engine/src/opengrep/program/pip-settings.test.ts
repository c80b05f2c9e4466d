import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { pipSettings } from './pip-settings.ts';

test('without settings, the default index is used', async () => {
  await using home = await folderOf({});
  const settings = await pipSettings({ HOME: home.path, PIP_CONFIG_FILE: '/dev/null' });
  expect(settings).toMatchObject({ findLinks: [], proxy: undefined, certificateFile: undefined });
  expect(settings.indexes).toHaveLength(1);
});

test('a named file overrides the file of the user, and a variable overrides both', async () => {
  await using home = await folderOf({
    '.pip/pip.conf': '[global]\nindex-url = https://old.test/simple\nproxy = http://proxy.test:1\n',
    'named.conf':
      '[global]\nindex_url = https://named.test/simple\nextra-index-url = https://a.test/x\n    https://b.test/y\n[download]\ncert = /certs.pem\n',
  });
  await mkdir(join(home.path, '.config/pip'), { recursive: true });
  await writeFile(
    join(home.path, '.config/pip/pip.conf'),
    '[global]\nindex-url = https://user.test/simple\n',
  );
  const env = { HOME: home.path };
  expect((await pipSettings(env)).indexes[0]).toBe('https://user.test/simple');
  const named = { ...env, PIP_CONFIG_FILE: join(home.path, 'named.conf') };
  expect(await pipSettings(named)).toEqual({
    indexes: ['https://named.test/simple', 'https://a.test/x', 'https://b.test/y'],
    findLinks: [],
    proxy: 'http://proxy.test:1',
    certificateFile: '/certs.pem',
  });
  const variables = { PIP_INDEX_URL: 'https://variable.test', PIP_FIND_LINKS: '/wheels /more' };
  expect(await pipSettings({ ...named, ...variables })).toMatchObject({
    indexes: ['https://variable.test', 'https://a.test/x', 'https://b.test/y'],
    findLinks: ['/wheels', '/more'],
  });
  expect((await pipSettings({ ...named, PIP_NO_INDEX: '1' })).indexes).toEqual([]);
});
