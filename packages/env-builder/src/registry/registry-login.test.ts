import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { registryLogin } from './registry-login.ts';

const HOST = 'registry.example.org:5000';
const encoded = Buffer.from('me:with:colon').toString('base64');

/** A helper as docker has them: it reads the registry and prints JSON. */
const HELPER = `#!/bin/sh
read -r host
case "$1 $host" in
  'get ${HOST}') printf '{"ServerURL":"%s","Username":"me","Secret":"from the helper"}' "$host" ;;
  'get token.example.org') printf '{"Username":"<token>","Secret":"long"}' ;;
  *) echo 'credentials not found in native keychain'; exit 1 ;;
esac
`;

async function loginWith(config: string, host = HOST): Promise<unknown> {
  await using folder = await folderOf({
    'config.json': config,
    'bin/docker-credential-test': HELPER,
  });
  await chmod(join(folder.path, 'bin/docker-credential-test'), 0o755);
  const path = `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`;
  return await registryLogin(host, { DOCKER_CONFIG: folder.path, PATH: path });
}

const byPassword = (password: string): object => ({
  username: 'me',
  password,
  serveraddress: HOST,
});

test.each<[string, object, object | undefined]>([
  ['a stored login', { auths: { [HOST]: { auth: encoded } } }, byPassword('with:colon')],
  ['a stored URL', { auths: { [`https://${HOST}`]: { auth: encoded } } }, byPassword('with:colon')],
  [
    'a stored token',
    { auths: { [HOST]: { identitytoken: 'long' } } },
    { username: '', password: '', identitytoken: 'long', serveraddress: HOST },
  ],
  ['another registry', { auths: { 'ghcr.io': { auth: encoded } } }, undefined],
  ['nothing', {}, undefined],
  ['a helper for all', { credsStore: 'test', auths: {} }, byPassword('from the helper')],
  ['a helper for one', { credHelpers: { [HOST]: 'test' } }, byPassword('from the helper')],
])('%s', async (_what, config, expected) => {
  expect(await loginWith(JSON.stringify(config))).toEqual(expected);
});

test('a helper may have a token, or nothing', async () => {
  const config = JSON.stringify({ credsStore: 'test' });
  expect(await loginWith(config, 'token.example.org')).toMatchObject({ identitytoken: 'long' });
  expect(await loginWith(config, 'other.example.org')).toBeUndefined();
});

test('without a configuration there is no login', async () => {
  expect(await registryLogin(HOST, { DOCKER_CONFIG: '/nonexistent' })).toBeUndefined();
});

test.each([
  ['not JSON', /config\.json/],
  [JSON.stringify({ credsStore: 'absent' }), /docker-credential-absent, which is not installed/],
])('%s is an error that says what to do', async (config, expected) => {
  await expect(loginWith(config)).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringMatching(expected) as string,
  });
});
