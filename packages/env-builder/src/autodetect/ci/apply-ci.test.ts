import { expect, test } from 'vitest';
import { viewOf } from '../autodetect.testkit.ts';
import type { RecipeDraft } from '../draft/recipe-draft.ts';
import { recipeOf } from '../draft/recipe-of.ts';
import { applyCi } from './apply-ci.ts';
import { readCiFacts, withServices } from './ci-files.ts';

const WORKFLOW = `
jobs:
  test:
    runs-on: ubuntu-latest
    services:
      db:
        image: postgres:14
        env: { POSTGRES_PASSWORD: postgres, POSTGRES_DB: shop }
      other: { image: 'example.org/unknown:1' }
    env: { DATABASE_URL: 'postgres://localhost/shop', CI: 1 }
    steps:
      - run: sudo apt-get install -y libxml2-dev graphviz build-essential clang-14 g++-9 gcc-arm-linux-gnueabihf libasan0 lib32asan0 zlib1g-dev:i386 valgrind
      - run: npm test
`;
const COMPOSE = 'services:\n  cache:\n    image: redis:7-alpine\n';

async function draft(): Promise<RecipeDraft> {
  const suite = { title: 'tests', format: 'tap', run: 'true', reports: ['x'] } as const;
  return {
    kind: 'draft',
    baseImage: 'node-20',
    manifests: [],
    testTimeoutSeconds: 900,
    ...(await recipeOf({ systemPackages: [], shell: 'true\n', suite })),
    reasons: [],
  };
}

test('what continuous integration installs and starts becomes part of the scripts', async () => {
  const view = viewOf({
    '.github/workflows/test.yml': WORKFLOW,
    '.travis.yml': 'services: [postgresql]\n',
    'docker-compose.yml': COMPOSE,
  });
  const applied = applyCi(await draft(), await readCiFacts(view));
  const text = (name: string): string => applied.files.get(name)?.text ?? '';
  expect(text('install_system.sh')).toContain('for package in libxml2-dev graphviz; do');
  expect(text('install_system.sh')).toContain('for package in postgresql; do');
  expect(text('install_system.sh')).toContain('for package in redis-server; do');
  expect(text('setup_system.sh')).toContain('for name in root bench test shop; do');
  expect(text('setup_system.sh').match(/service postgresql start/g)).toHaveLength(1);
  expect(text('setup_shell.sh')).toMatch(/\nexport DATABASE_URL='postgres:\/\/localhost\/shop'\n$/);
  expect(applied.reasons.map(({ choice, because }) => `${choice}: ${because}`)).toEqual([
    'packages libxml2-dev, graphviz: installed in .github/workflows/test.yml',
    'service postgresql: started in .github/workflows/test.yml, .travis.yml',
    'service redis: started in docker-compose.yml',
  ]);
});

test('what only jobs install that run no tests is left out', async () => {
  const install = (...names: string[]): string =>
    `    steps: [{ run: "sudo apt-get install -y ${names.join(' ')}" }]\n`;
  const view = viewOf({
    '.github/workflows/docs.yml': `jobs:\n  pages:\n${install('calibre')}`,
    '.github/workflows/tests.yml': `jobs:\n  lint:\n${install('libfoo-dev', 'shellcheck')}  unit:\n${install('libfoo-dev')}`,
  });
  const { reasons } = applyCi(await draft(), await readCiFacts(view));
  expect(reasons).toEqual([
    { choice: 'packages libfoo-dev', because: 'installed in .github/workflows/tests.yml' },
  ]);
});

test('the locales that continuous integration generates are there', async () => {
  const view = viewOf({
    '.travis.yml': `before_install:
  - sudo apt-get install -y locales language-pack-tr-base
  - sudo locale-gen 'ja_JP.utf8' de_DE.UTF-8 "$OTHER"
  - sudo localedef -i de_DE -f UTF-8 de_DE.UTF-8
script: make check
`,
  });
  const applied = applyCi(await draft(), await readCiFacts(view));
  expect(applied.reasons).toEqual([
    { choice: 'locales ja_JP, de_DE, tr_[A-Z]+', because: 'generated in .travis.yml' },
  ]);
  const install = applied.files.get('install_system.sh')?.text;
  expect(install).toContain('for package in locales; do');
  expect(install).toContain(
    "\nsed -i -E 's/^# *((ja_JP|de_DE|tr_[A-Z]+)\\.UTF-8 )/\\1/' /etc/locale.gen && locale-gen || true\n",
  );
});

test('servers that the log of an earlier try asked for are started, too', async () => {
  const facts = withServices(await readCiFacts(viewOf({})), ['redis', 'unknown']);
  const applied = applyCi(await draft(), facts);
  expect(applied.files.get('setup_system.sh')?.text).toContain('redis-server --daemonize yes');
  expect(applied.reasons).toEqual([
    { choice: 'service redis', because: 'started in the log of an earlier try' },
  ]);
});

test('a repository without such files keeps its draft', async () => {
  const plain = await draft();
  expect(applyCi(plain, await readCiFacts(viewOf({})))).toBe(plain);
});
