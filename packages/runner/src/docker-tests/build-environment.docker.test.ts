import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '@refbench/contracts';
import { readImageDefinitions, resolveBuildNetwork } from '@refbench/env-builder';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { testState, type TemporaryFolder } from '@refbench/test-helpers';
import { buildEnvironment, type EnvironmentBuild } from '@refbench/environments';
import {
  addFixture,
  fixtureWorkspace,
  nodeProject,
  removeEnvironments,
  type Files,
  testFile,
} from '../testkit/fixture-instance.testkit.ts';
import { selectInstances } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';

/** The first build makes base images, too. */
const LONG_MS = 900_000;

let engine: Engine;
let folder: string;
let state: TemporaryFolder;
let workspace: Workspace;
beforeAll(async () => {
  state = await testState();
  engine = await connectEngine({ stateDir: state.path });
  folder = await mkdtemp(join(tmpdir(), 'refbench-autodetect-'));
  workspace = fixtureWorkspace(folder, state.path);
});
afterAll(async () => {
  await removeEnvironments(engine, workspace);
  await rm(folder, { recursive: true, force: true });
  await engine[Symbol.asyncDispose]();
  await state[Symbol.asyncDispose]();
});

/** A repository of two commits in the mirror, added as an instance and built. */
async function build(
  name: string,
  base: Files,
  golden: Files,
  options: { readonly longMs?: number } = {},
): Promise<EnvironmentBuild> {
  const entry = await addFixture(workspace, name, { base, golden });
  return await buildEnvironment({
    ...options,
    workspace,
    engine,
    entry,
    build: {
      stateDir: workspace.stateDir,
      network: await resolveBuildNetwork(),
      definitions: await readImageDefinitions(),
    },
    limits: DEFAULT_LIMITS.grade,
    run: 'autodetect-test',
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

const project = nodeProject('sums');

/** The project with one more dependency in both manifests. The dependency is not fetched. */
function wishing(name: string): Files {
  const wish = {
    peerDependencies: { [name]: '*' },
    peerDependenciesMeta: { [name]: { optional: true } },
  };
  const manifest: unknown = JSON.parse(project['package.json'] ?? '');
  const lock = JSON.parse(project['package-lock.json'] ?? '') as {
    readonly packages: Readonly<Record<'', object>>;
  };
  return {
    'package.json': JSON.stringify({ ...(manifest as object), ...wish }),
    'package-lock.json': JSON.stringify({
      ...lock,
      packages: { '': { ...lock.packages[''], ...wish } },
    }),
  };
}

test(
  'a draft is written, built and admitted; the recipe is complete by itself',
  async () => {
    const { '.gitignore': _gitignore, ...unignoring } = project;
    const result = await build(
      'sums',
      { ...unignoring, 'index.js': '1;\n', 'test/a.test.js': testFile(12) },
      { ...wishing('left-pad'), 'index.js': '2;\n', 'test/b.test.js': testFile(3) },
    );
    expect(result).toMatchObject({ kind: 'admitted', fixes: [] });
    const runs = result.kind === 'admitted' ? result.check.observation.runs : [];
    const counts = runs.map(({ state, run }) => [state, run.kind === 'counted' && run.counts]);
    expect(counts.slice(0, 2)).toEqual([
      ['base', { passed: 11, failed: 1, skipped: 0, total: 12 }],
      ['golden', { passed: 14, failed: 1, skipped: 0, total: 15 }],
    ]);
    const [entry] = await selectInstances(workspace, ['fixture__sums-*']);
    expect(entry?.instance.environment).toMatchObject({
      base_image: 'node-22',
      manifests: ['package-lock.json', 'package.json'],
      ignored: ['node_modules'],
    });
    expect(entry?.instance.dependencies_of_golden).toEqual(['left-pad']);
    const text = await readFile(join(entry?.dir ?? '', 'environment/test_command'), 'utf8');
    expect(text).toContain('node --test --test-reporter=junit');
  },
  LONG_MS,
);

test(
  'too few tests are a reason with a hint; no runner is another',
  async () => {
    const small = await build(
      'small',
      { ...project, 'index.js': '1;\n', 'test/a.test.js': testFile(3) },
      { 'index.js': '2;\n' },
    );
    expect(small).toMatchObject({ kind: 'rejected' });
    // A suite that is refused needs no second round. Golden only runs if two cores are free for both.
    const runs = small.kind === 'rejected' ? (small.check?.observation.runs ?? []) : [];
    const states = runs.map(({ state }) => state);
    expect([['base'], ['base', 'golden']]).toContainEqual(states);
    const reasons = small.kind === 'rejected' ? small.reasons : [];
    expect(reasons.map(({ what }) => what)).toEqual(
      states.map((state) => `3 tests on ${state}; at least 10 are needed`),
    );
    const none = await build(
      'none',
      { 'package.json': '{"scripts":{"test":"echo"}}', 'index.js': '1;\n' },
      { 'index.js': '2;\n' },
    );
    expect(none).toMatchObject({
      kind: 'unsupported',
      unsupported: { reason: 'package.json does not use a known test runner' },
    });
  },
  LONG_MS,
);

const WORKFLOW = `
jobs:
  test:
    runs-on: ubuntu-latest
    services:
      db:
        image: postgres:15
        env: { POSTGRES_DB: shop, POSTGRES_USER: shop, POSTGRES_PASSWORD: shop }
      cache: { image: redis:7 }
    env: { REDIS_URL: 'redis://localhost:6379' }
    steps:
      - run: sudo apt-get install -y postgresql-client no-such-package-here
      - run: npm test
`;

/** Ten tests of each service, without any package. */
const SERVICE_TESTS = `const { test } = require('node:test');
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const { connect } = require('node:net');
for (let n = 1; n <= 10; n += 1) {
  test('database ' + n, () => {
    const out = execFileSync('psql', ['postgres://shop:shop@localhost/shop', '-Atc', 'select ' + n]);
    assert.strictEqual(out.toString().trim(), String(n));
  });
  test('cache ' + n, (t, done) => {
    const { hostname, port } = new URL(process.env.REDIS_URL);
    const socket = connect(port, hostname, () => socket.write('PING\\r\\n'));
    socket.once('data', (data) => {
      assert.strictEqual(data.toString(), '+PONG\\r\\n');
      socket.end();
      done();
    });
  });
}
`;

test(
  'services of continuous integration run beside the tests',
  async () => {
    const files = {
      ...project,
      '.github/workflows/test.yml': WORKFLOW,
      'test/services.test.js': SERVICE_TESTS,
    };
    const result = await build(
      'services',
      { ...files, 'index.js': '1;\n' },
      { 'index.js': '2;\n' },
    );
    const runs = result.kind === 'unsupported' ? [] : (result.check?.observation.runs ?? []);
    expect(runs.map(({ run, failing }) => ({ run, failing }))).toEqual(
      Array.from({ length: 4 }, () => ({
        run: { kind: 'counted', counts: { passed: 20, failed: 0, skipped: 0, total: 20 } },
        failing: [],
      })),
    );
    expect(result.kind).toBe('admitted');
  },
  LONG_MS,
);

test(
  'a known failure of tests is fixed after the admission, and the fix is kept',
  async () => {
    const calls = `const { test } = require('node:test');
const { execFileSync } = require('node:child_process');
for (let n = 1; n <= 12; n += 1) test('plain ' + n, () => {});
test('graph', () => { execFileSync('zsh', ['-c', 'true']); });
`;
    const result = await build(
      'tools',
      { ...project, 'index.js': '1;\n', 'test/a.test.js': calls },
      { 'index.js': '2;\n' },
      { longMs: 0 },
    );
    expect(result).toMatchObject({
      kind: 'admitted',
      fixes: ['the log shows that zsh are missing'],
    });
    const runs = result.kind === 'admitted' ? result.check.observation.runs : [];
    expect(runs[0]?.run).toMatchObject({ counts: { passed: 13, failed: 0 } });
    // Every suite takes too long here for a second round.
    expect(runs.map(({ state }) => state)).toEqual(['base', 'golden']);
  },
  LONG_MS,
);
