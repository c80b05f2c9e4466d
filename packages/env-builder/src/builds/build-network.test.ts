import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostVariables, resolveBuildNetwork } from './build-network.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { TEST_CERTIFICATES } from './certificates.testkit.ts';

const noSources = async (): Promise<Record<string, string>> => await Promise.resolve({});

it('passes nothing on if the host has no settings', async () => {
  const network = await resolveBuildNetwork({ env: {}, findPackageSources: noSources });
  expect(network).toEqual({ env: {}, certificates: [], notes: [] });
});

it('passes a proxy on in upper and lower case', async () => {
  const { env, notes } = await resolveBuildNetwork({
    env: { HTTPS_PROXY: 'http://user:word@proxy:3128', no_proxy: 'localhost,.example' },
    findPackageSources: noSources,
  });
  expect(env).toEqual({
    https_proxy: 'http://user:word@proxy:3128',
    HTTPS_PROXY: 'http://user:word@proxy:3128',
    no_proxy: 'localhost,.example',
    NO_PROXY: 'localhost,.example',
  });
  expect(JSON.stringify(notes)).not.toContain('word');
});

it('reports that a proxy on the loopback address cannot be reached', async () => {
  const { notes } = await resolveBuildNetwork({
    env: { http_proxy: 'http://127.0.0.1:3128' },
    findPackageSources: noSources,
  });
  expect(notes).toContainEqual({
    level: 'warning',
    text: expect.stringContaining('loopback') as string,
  });
});

it('finds the certificates of the host, and prefers those that are given', async () => {
  await using folder = await temporaryFolder();
  const [found, given] = [join(folder.path, 'found.pem'), join(folder.path, 'given.pem')];
  await writeFile(found, TEST_CERTIFICATES[0]);
  await writeFile(given, TEST_CERTIFICATES.join(''));
  const env = { NODE_EXTRA_CA_CERTS: join(folder.path, 'gone.pem'), SSL_CERT_FILE: found };
  const automatic = await resolveBuildNetwork({ env, findPackageSources: noSources });
  expect(automatic.certificates).toEqual([TEST_CERTIFICATES[0].trimStart()]);
  expect(automatic.env['NODE_EXTRA_CA_CERTS']).toBe('/etc/ssl/certs/ca-certificates.crt');
  expect(automatic.notes).toContainEqual({
    level: 'warning',
    text: expect.stringContaining('NODE_EXTRA_CA_CERTS') as string,
  });
  expect(automatic.notes).toContainEqual({
    level: 'ok',
    text: expect.stringContaining('SSL_CERT_FILE') as string,
  });
  const explicit = await resolveBuildNetwork({
    env,
    caCertificates: given,
    findPackageSources: noSources,
  });
  expect(explicit.certificates).toHaveLength(2);
});

it('gives --build-env precedence, and refuses invalid names', async () => {
  const options = { env: { http_proxy: 'http://a' }, findPackageSources: noSources };
  const network = await resolveBuildNetwork({ ...options, buildEnv: { http_proxy: 'http://b' } });
  expect(network.env['http_proxy']).toBe('http://b');
  await expect(resolveBuildNetwork({ ...options, buildEnv: { 'a b': 'c' } })).rejects.toMatchObject(
    { kind: 'usage' },
  );
});

it('keeps the paths of a container from programs of the host', () => {
  const env = {
    SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt',
    HTTPS_PROXY: 'http://proxy',
    npm_config_registry: 'http://registry',
    TOKEN: 'x',
  };
  expect(hostVariables({ env, certificates: [], notes: [] })).toEqual({
    HTTPS_PROXY: 'http://proxy',
    npm_config_registry: 'http://registry',
  });
});
