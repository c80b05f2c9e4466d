import { expect, it } from 'vitest';
import { configFindings } from './config-findings.ts';
import type { ImageConfig } from '../image/saved-image.ts';
import { knownSecrets, secretPatterns } from '../image/secrets.ts';

const GOLDEN = '4255a104125c396b2320b40a2d3ccbe448698878';

function settings(env: Readonly<Record<string, string>>): ReturnType<typeof knownSecrets> {
  return knownSecrets(env);
}

function found(config: Partial<ImageConfig>): readonly string[] {
  const secrets = settings({ http_proxy: 'http://me:p%40ssword@proxy:8080', A_TOKEN: 'abcdefg' });
  return configFindings({ env: [], labels: {}, history: [], ...config }, secrets, GOLDEN).map(
    ({ kind, path, witness }) => `${kind} ${path}: ${witness}`,
  );
}

it('finds secrets and golden in variables, labels and history', () => {
  expect(found({ env: ['PATH=/bin', 'A=xabcdefgx'] })).toEqual([
    'secret variable A: holds the value of A_TOKEN',
  ]);
  expect(found({ labels: { source: `https://example.org/${GOLDEN}` } })).toEqual([
    `golden-commit label source: ${GOLDEN}`,
  ]);
  expect(found({ history: ['RUN one', 'RUN curl http://me:p%40ssword@proxy'] })).toEqual([
    'secret step 1 of the history: holds the value of the credentials in http_proxy',
  ]);
  expect(found({ history: [`ENV K=sk-ant-${'a1'.repeat(20)}`] })).toEqual([
    'secret step 0 of the history: an Anthropic key: sk-ant-a1... (27 characters)',
  ]);
});

it('finds variables that must not be in an image', () => {
  expect(found({ env: ['SOME_API_KEY=1234', 'https_proxy=http://proxy:8080'] })).toEqual([
    'secret variable SOME_API_KEY: is set: 1... (4 characters)',
    'secret variable https_proxy: is a setting of the build',
  ]);
  expect(found({ env: ['ANTHROPIC_API_KEY=', 'LANG=C.UTF-8', 'KEYBOARD=us'] })).toEqual([]);
});

it('finds a password in plain text, in a URL and in the form of a header', () => {
  const [secret] = settings({ http_proxy: 'http://me:p%40ssword@proxy:8080' });
  expect(secret?.values.map(String)).toEqual([
    'me:p%40ssword',
    'me:p@ssword',
    Buffer.from('me:p@ssword').toString('base64'),
    'p@ssword',
  ]);
});

it('ignores settings that are not secret', () => {
  expect(
    settings({
      npm_config_registry: 'https://registry.example.org/',
      SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt',
      no_proxy: 'localhost,127.0.0.1,.example.org',
      GOFLAGS: '-mod=mod',
      DEBIAN_FRONTEND: 'noninteractive',
      A_TOKEN: 'short',
    }),
  ).toEqual([]);
  expect(settings({ LICENCE: 'f3a9c27b118d4e60' })).toHaveLength(1);
});

it('masks the secrets that it finds', () => {
  const [hit] = secretPatterns(`token = ghp_${'x1'.repeat(18)}`);
  expect(hit).toMatchObject({ what: 'a GitHub token', witness: 'ghp_x1x1x1x1... (40 characters)' });
  expect(secretPatterns('npm_config_registry=https://x.org\n_authToken=${NPM_TOKEN}')).toEqual([]);
});
