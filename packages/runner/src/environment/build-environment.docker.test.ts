import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '@refbench/contracts';
import { readImageDefinitions, resolveBuildNetwork } from '@refbench/env-builder';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { stateDir } from '../testkit/test-bed.testkit.ts';
import { buildEnvironment, type EnvironmentBuild } from './build-environment.ts';
import {
  addFixture,
  fixtureWorkspace,
  nodeProject,
  removeEnvironments,
  type Files,
  testFile,
} from '../testkit/fixture-instance.testkit.ts';
import { selectInstances } from '../selection/select-entries.ts';
import type { Workspace } from '../workspace.ts';

/** The first build makes base images, too. */
const LONG_MS = 900_000;

let engine: Engine;
let folder: string;
let workspace: Workspace;
beforeAll(async () => {
  engine = await connectEngine({ stateDir: stateDir() });
  folder = await mkdtemp(join(tmpdir(), 'refbench-autodetect-'));
  workspace = fixtureWorkspace(folder, stateDir());
});
afterAll(async () => {
  await removeEnvironments(engine, workspace);
  await rm(folder, { recursive: true, force: true });
  await engine[Symbol.asyncDispose]();
});

/** A repository of two commits in the mirror, added as an instance and built. */
async function build(name: string, base: Files, golden: Files): Promise<EnvironmentBuild> {
  const entry = await addFixture(workspace, name, { base, golden });
  return await buildEnvironment({
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
    const result = await build(
      'sums',
      { ...project, 'index.js': '1;\n', 'test/a.test.js': testFile(12) },
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
    });
    expect(entry?.instance.dependencies_of_golden).toEqual(['left-pad']);
    const text = await readFile(join(entry?.dir ?? '', 'environment/test_command'), 'utf8');
    expect(text).toContain('node --test --test-reporter=tap');
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
    const reasons = small.kind === 'rejected' ? small.reasons : [];
    expect(reasons.map(({ what }) => what)).toEqual([
      '3 tests on base; at least 10 are needed',
      '3 tests on golden; at least 10 are needed',
    ]);
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
