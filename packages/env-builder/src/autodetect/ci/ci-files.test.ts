import { expect, test } from 'vitest';
import { viewOf } from '../autodetect.testkit.ts';
import { recipeFiles } from '../recipe-files.ts';
import type { RecipeDraft } from '../recipe-draft.ts';
import { applyCi } from './apply-ci.ts';
import { readCi } from './ci-files.ts';

const GITHUB = `
name: CI
on: [push]
jobs:
  windows:
    runs-on: windows-latest
    steps:
      - run: choco install make
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node-version: [16, 18.x, "20"]
    services:
      db:
        image: postgres:14
        env: { POSTGRES_PASSWORD: postgres, POSTGRES_DB: shop }
      cache:
        image: docker.io/library/redis:7-alpine
    env: { DATABASE_URL: 'postgres://localhost/shop', CI: 1 }
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node-version }}
      - run: |
          sudo apt-get update && sudo apt-get install -y --no-install-recommends \\
            libxml2-dev graphviz
          # a comment
          npm ci
      - name: test
        run: npm run test:ci -- --bail
`;

test('the steps, versions, packages and services of GitHub, without other systems', async () => {
  const facts = await readCi(
    viewOf({
      '.github/workflows/test.yml': GITHUB,
      '.github/workflows/release.yml': 'jobs: { a: { steps: [{ run: npm publish }] } }',
    }),
  );
  expect(facts).toMatchObject({
    files: ['.github/workflows/test.yml'],
    systemPackages: ['libxml2-dev', 'graphviz'],
    versions: { node: ['16', '18', '20'] },
  });
  expect(facts.commands.slice(1)).toEqual(['npm ci', 'npm run test:ci -- --bail']);
  expect(facts.services.map(({ name }) => name)).toEqual(['postgresql', 'redis']);
  expect(facts.services[0]?.start).toContain('for name in root bench test shop; do');
  expect(facts.variables).toEqual({ DATABASE_URL: 'postgres://localhost/shop' });
});

test('Travis, GitLab and Circle', async () => {
  const facts = await readCi(
    viewOf({
      '.travis.yml':
        'language: python\npython:\n  - 3.5\n  - "3.6"\n  - nightly\nservices:\n  - mysql\n  - docker\ninstall:\n  - pip install cython\nscript: make cov\n',
      '.gitlab-ci.yml':
        'test:\n  image: golang:1.20\n  services: [rabbitmq:3]\n  script:\n    - go test ./...\n',
      '.circleci/config.yml':
        'jobs:\n  build:\n    docker:\n      - image: cimg/ruby:3.0\n      - image: memcached:1.6\n    steps:\n      - checkout\n      - run: echo hi\n      - run:\n          name: x\n          command: make test\n',
    }),
  );
  expect(facts.commands).toEqual([
    'pip install cython',
    'make cov',
    'go test ./...',
    'echo hi',
    'make test',
  ]);
  expect(facts.versions['python']).toEqual(['3.5', '3.6']);
  expect(facts.services.map(({ name }) => name)).toEqual(['mysql', 'rabbitmq', 'memcached']);
});

test('a file that is no YAML is ignored', async () => {
  const facts = await readCi(viewOf({ '.travis.yml': 'a: [', '.gitlab-ci.yml': '- 1' }));
  expect(facts).toMatchObject({ commands: [], systemPackages: [], services: [] });
});

test('what continuous integration installs and starts becomes part of the scripts', async () => {
  const ci = await readCi(viewOf({ '.github/workflows/test.yml': GITHUB }));
  const suite = { title: 'tests', format: 'tap', run: 'true', reports: 'x' } as const;
  const draft: RecipeDraft = {
    kind: 'draft',
    baseImage: 'node-20',
    manifests: [],
    testTimeoutSeconds: 900,
    files: await recipeFiles({ systemPackages: [], shell: 'true\n', suite }),
    reasons: [],
  };
  const applied = applyCi(draft, ci);
  const text = (name: string): string => applied.files.get(name)?.text ?? '';
  expect(text('install_system.sh')).toContain('for package in libxml2-dev graphviz; do');
  expect(text('install_system.sh')).toContain('for package in postgresql redis-server; do');
  expect(text('setup_system.sh')).toContain('service postgresql start');
  expect(text('setup_shell.sh')).toMatch(/export DATABASE_URL='postgres:\/\/localhost\/shop'\n$/);
  expect(applied.reasons.map(({ choice, because }) => `${choice}: ${because}`)).toEqual([
    'packages libxml2-dev, graphviz: installed in .github/workflows/test.yml',
    'services postgresql, redis: started in .github/workflows/test.yml',
  ]);
  expect(applyCi(draft, await readCi(viewOf({})))).toBe(draft);
});
