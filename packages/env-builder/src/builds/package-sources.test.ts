import { access, chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '@refbench/test-helpers';
import type { BuildNote } from './build-note.ts';
import { packageSources } from './package-sources.ts';

async function program(folder: string, name: string, body: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${body}\n`);
  await chmod(join(folder, name), 0o755);
}

/** What npm prints. A setting that another one overrides is a comment. */
const NPM_LIST = [
  '; "global" config from /etc/npmrc',
  '; registry = "http://old/npm/" ; overridden by user',
  '; "user" config from /root/.npmrc',
  'audit = false',
  'registry = "http://company/npm/"',
  '; node version = v22.0.0',
]
  .map((line) => `echo '${line}'`)
  .join('\n');

it('passes on settings that differ from the defaults', async () => {
  await using folder = await temporaryFolder();
  await program(folder.path, 'npm', NPM_LIST);
  await program(folder.path, 'pip', 'echo http://company/pypi');
  const notes: BuildNote[] = [];
  const found = await packageSources({ PATH: folder.path, GOPROXY: 'http://company/go' }, notes);
  expect(found).toEqual({
    npm_config_registry: 'http://company/npm/',
    PIP_INDEX_URL: 'http://company/pypi',
    GOPROXY: 'http://company/go',
  });
  expect(notes).toHaveLength(3);
});

it('passes nothing on if a setting is the default, cannot be read, or contains a password', async () => {
  await using folder = await temporaryFolder();
  await program(folder.path, 'npm', "echo 'audit = false'");
  await program(folder.path, 'pip', 'echo no such key >&2; exit 1');
  const notes: BuildNote[] = [];
  const env = { PATH: folder.path, PIP_INDEX_URL: 'http://user:secret@company/pypi' };
  expect(await packageSources(env, notes)).toEqual({});
  expect(notes).toMatchObject([
    { level: 'warning', text: expect.stringContaining('--build-env') as string },
  ]);
  expect(JSON.stringify(notes)).not.toContain('secret');
  expect(await packageSources({ PATH: join(folder.path, 'nothing') }, [])).toEqual({});
});

it('asks neither npm nor pip for what a variable says', async () => {
  await using folder = await temporaryFolder();
  const asked = join(folder.path, 'asked');
  for (const name of ['npm', 'pip']) await program(folder.path, name, `echo ${name} >>'${asked}'`);
  const env = {
    PATH: folder.path,
    NPM_CONFIG_REGISTRY: 'http://company/npm/',
    PIP_INDEX_URL: 'http://company/pypi',
  };
  expect(await packageSources(env, [])).toEqual({
    npm_config_registry: 'http://company/npm/',
    PIP_INDEX_URL: 'http://company/pypi',
  });
  await expect(access(asked)).rejects.toThrow('ENOENT');
});
