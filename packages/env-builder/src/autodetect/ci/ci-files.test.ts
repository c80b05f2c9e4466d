import { expect, test } from 'vitest';
import { viewOf } from '../autodetect.testkit.ts';
import { commandsOfTests, readCiFacts, versionsOf } from './ci-files.ts';

const workflow = `name: CI
on: [push]
env:
  GO: '1.20'
defaults: { run: { working-directory: ./app/ } }
jobs:
  test:
    runs-on: \${{ matrix.os }}
    strategy:
      matrix:
        os: [ubuntu-latest, windows-latest]
        node: [18, 20.x]
        python-version: [3.9, 3.10]
        db: [13]
        include:
          - { os: ubuntu-latest, node: 22 }
    services:
      db: { image: 'postgres:\${{ matrix.db }}-alpine' }
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: '\${{ matrix.node }}', cache: npm }
      - uses: actions/setup-python@v5
        with:
          python-version: \${{ matrix.python-version }}
      - uses: actions/setup-go@v5
        with: { go-version: '\${{ env.GO }}' }
      - uses: ./.github/actions/prepare
      - run: choco install make
        if: runner.os == 'Windows'
      - name: Test
        working-directory: app/unit
        run: |
          # not this
          npm run build &&\\
            npm run test:ci -- --db \${{ matrix.db }} \${{ matrix.node }}
          npm run e2e
  mac:
    runs-on: macos-14
    steps:
      - run: never
  rust:
    runs-on: ubuntu-latest
    container: node:16.3
    steps:
      - uses: dtolnay/rust-toolchain@1.70
      - uses: actions-rs/toolchain@v1
        with: { toolchain: nightly }
`;

const action = `runs:
  using: composite
  steps:
    - run: sudo apt-get update && sudo apt-get install -y --no-install-recommends libpq-dev g++ $MORE
      shell: bash
    - run: Get-Item
      shell: pwsh
`;

test('GitHub Actions: steps, versions of the matrix, services and packages', async () => {
  const facts = await readCiFacts(
    viewOf({
      '.github/workflows/ci.yml': workflow,
      '.github/actions/prepare/action.yml': action,
    }),
  );
  expect(facts.steps.map(({ job, folder, lines }) => [job, folder, lines])).toEqual([
    [
      'test',
      'app',
      [
        'sudo apt-get update && sudo apt-get install -y --no-install-recommends libpq-dev g++ $MORE',
      ],
    ],
    [
      'test',
      'app/unit',
      ['npm run build && npm run test:ci -- --db 13 ${{ matrix.node }}', 'npm run e2e'],
    ],
  ]);
  expect(versionsOf(facts, 'node')).toEqual(['18', '20.x', '22', '16.3']);
  expect(versionsOf(facts, 'python')).toEqual(['3.9', '3.10']);
  expect(versionsOf(facts, 'go')).toEqual(['1.20']);
  expect(versionsOf(facts, 'rust')).toEqual(['1.70', 'nightly']);
  expect(facts.packages.map(({ name }) => name)).toEqual(['libpq-dev', 'g++']);
  expect(facts.services).toEqual([
    {
      file: '.github/workflows/ci.yml',
      job: 'test',
      name: 'postgres',
      image: 'postgres:13-alpine',
      accounts: [],
    },
  ]);
});

test('workflows that test come first', async () => {
  const one = (run: string): string => `jobs: { j: { steps: [{ run: ${run} }] } }`;
  const facts = await readCiFacts(
    viewOf({
      '.github/workflows/a-release.yml': one('last'),
      '.github/workflows/b.yml': one('second'),
      '.github/workflows/unit-tests.yaml': one('first'),
      '.github/workflows/broken.yml': 'jobs: [',
    }),
  );
  expect(facts.steps.flatMap(({ lines }) => lines)).toEqual(['first', 'second', 'last']);
});

test('Travis CI', async () => {
  const facts = await readCiFacts(
    viewOf({
      '.travis.yml': `language: node_js
sudo: false
node_js:
  - "8"
  - 10
  - node
services: [redis-server, docker]
addons:
  apt:
    packages: [libcairo2-dev]
before_install: npm i -g npm@6
script:
  - npm run lint
  - npm test
after_success:
  - npm run coverage
  - ../scripts/run-tests.sh
  - bash <(curl -s example.org/upload)
matrix:
  include:
    - os: osx
      script: never
    - python: 3.10
      jdk: openjdk11
      script: tox
`,
    }),
  );
  expect(versionsOf(facts, 'node')).toEqual(['8', '10', 'node']);
  expect(versionsOf(facts, 'python')).toEqual(['3.10']);
  expect(versionsOf(facts, 'java')).toEqual(['11']);
  expect(facts.services.map(({ name }) => name)).toEqual(['redis']);
  expect(facts.packages.map(({ name }) => name)).toEqual(['libcairo2-dev']);
  expect(facts.steps.flatMap(({ lines }) => lines)).toEqual([
    'npm i -g npm@6',
    'npm run lint',
    'npm test',
    '../scripts/run-tests.sh',
    'tox',
  ]);
});

test('GitLab CI: templates, defaults and the versions of images', async () => {
  const facts = await readCiFacts(
    viewOf({
      '.gitlab-ci.yml': `image: python:3.10-slim
stages: [test]
variables: { A: b }
.setup: &setup
  before_script:
    - apt-get -qq install -y libxml2-dev
    - pip install tox
unit:
  <<: *setup
  services:
    - name: mysql:5.7
      alias: db
    - redis
  script: [tox]
web:
  extends: .setup
  image: { name: 'registry.example.org/library/node:18' }
  script:
    - npm ci
    - [npm test]
`,
    }),
  );
  expect(facts.steps.map(({ job, lines }) => `${job}: ${lines.join()}`)).toEqual([
    'unit: apt-get -qq install -y libxml2-dev',
    'unit: pip install tox',
    'unit: tox',
    'web: apt-get -qq install -y libxml2-dev',
    'web: pip install tox',
    'web: npm ci',
    'web: npm test',
  ]);
  expect(versionsOf(facts, 'python')).toEqual(['3.10']);
  expect(versionsOf(facts, 'node')).toEqual(['18']);
  expect(facts.services.map(({ name }) => name)).toEqual(['mysql', 'redis']);
});

test('CircleCI: commands, executors and service images', async () => {
  const facts = await readCiFacts(
    viewOf({
      '.circleci/config.yml': `version: 2.1
executors:
  web: { docker: [{ image: 'cimg/node:16.20' }] }
commands:
  prepare:
    steps:
      - run: sudo apt install jq
jobs:
  unit:
    executor: web
    working_directory: ~/repo
    steps:
      - checkout
      - prepare
      - run:
          name: Test
          working_directory: web
          command: |
            npm ci
            npm test
  api:
    docker:
      - image: circleci/golang:1.15
      - image: circleci/postgres:9.6
    steps:
      - run: go test ./...
  ios: { macos: { xcode: 12 }, steps: [{ run: never }] }
`,
    }),
  );
  expect(facts.steps.map(({ folder, lines }) => `${folder}: ${lines.join()}`)).toEqual([
    '.: sudo apt install jq',
    'web: npm ci,npm test',
    '.: go test ./...',
  ]);
  expect(versionsOf(facts, 'node')).toEqual(['16.20']);
  expect(versionsOf(facts, 'go')).toEqual(['1.15']);
  expect(facts.packages.map(({ name }) => name)).toEqual(['jq']);
  expect(facts.services.map(({ name }) => name)).toEqual(['postgres']);
});

test('packages that an action installs, with those of the matrix', async () => {
  const facts = await readCiFacts(
    viewOf({
      '.github/workflows/test.yml': `jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix: { include: [ { arch: 64, packages: libfmt-dev libboost-dev }, { arch: 32 } ] }
    steps:
      - uses: awalsh128/cache-apt-pkgs-action@latest
        with: { packages: "\${{ matrix.packages }} ccache" }
      - uses: awalsh128/cache-apt-pkgs-action@latest
        with: { packages: "\${{ inputs.packages }} jq" }
`,
      '.travis.yml': 'addons: { apt: { packages: [ "libgmp-dev", "$MORE" ] } }\n',
    }),
  );
  expect(facts.packages.map(({ name }) => name)).toEqual([
    'libfmt-dev',
    'libboost-dev',
    'ccache',
    'jq',
    'libgmp-dev',
  ]);
});

test('a commit without CI files has no facts', async () => {
  expect(await readCiFacts(viewOf({ 'package.json': '{}' }))).toEqual({
    steps: [],
    versions: [],
    packages: [],
    services: [],
    variables: [],
  });
});

test('Dockerfiles, dev containers and justfiles, after continuous integration', async () => {
  const facts = await readCiFacts(
    viewOf({
      Dockerfile: `FROM --platform=linux/amd64 python:3.11-slim AS build
RUN --mount=type=cache,target=/var/cache/apt apt-get update && \\
    apt-get install -y --no-install-recommends libpq-dev \\
      graphviz
COPY . .
CMD ["run"]
`,
      '.devcontainer/devcontainer.json': `{
  // What developers use.
  "image": "mcr.example.org/devcontainers/go:1.22",
  "postCreateCommand": { "a": "sudo apt-get install -y jq", "b": ["make", "deps"] }
}`,
      justfile: `version := "1"
test *args: build
    @cargo nextest run {{args}}
deploy:
    ./deploy
`,
      'app/Dockerfile': 'RUN apt-get install -y nothing\n',
      '.travis.yml': 'script: make test\n',
    }),
  );
  expect(facts.packages.map(({ file, name }) => `${file} ${name}`)).toEqual([
    'Dockerfile libpq-dev',
    'Dockerfile graphviz',
    '.devcontainer/devcontainer.json jq',
  ]);
  expect(versionsOf(facts, 'python')).toEqual(['3.11']);
  expect(versionsOf(facts, 'go')).toEqual(['1.22']);
  expect(facts.steps.map(({ job, lines }) => `${job}: ${lines.join('; ')}`)).toEqual([
    expect.stringMatching(/: make test$/),
    expect.stringMatching(/^image: apt-get update && +apt-get install/),
    'container: sudo apt-get install -y jq',
    'container: make deps',
    'test: cargo nextest run {{args}}',
  ]);
});

test('only jobs that run tests say what tests need, if there are any', async () => {
  const job = (...lines: readonly string[]): object => ({
    'runs-on': 'ubuntu-latest',
    steps: lines.map((run) => ({ run })),
  });
  const read = (jobs: Readonly<Record<string, object>>): ReturnType<typeof readCiFacts> =>
    readCiFacts(viewOf({ '.github/workflows/ci.yml': JSON.stringify({ jobs }) }));
  const docs = job('pip install sphinx');
  const integration = job('pip install torch', 'pytest integration');
  const unit = job('pip install -r dev.txt', 'pytest');
  expect(commandsOfTests(await read({ docs, integration, unit }), /^pytest/)).toEqual([
    'pip install -r dev.txt',
    'pytest',
  ]);
  expect(commandsOfTests(await read({ docs, integration }), /^pytest/)).toEqual([
    'pip install torch',
    'pytest integration',
  ]);
  expect(commandsOfTests(await read({ docs }), /^pytest/)).toEqual(['pip install sphinx']);
});
