import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readYamlFile } from '@refbench/base';
import { instanceSchema, type Instance } from '@refbench/contracts';
import type { Calibration, CatalogEntry } from '@refbench/instances';
import { expect, onTestFinished, test } from 'vitest';
import { excludeFlakyTests } from './exclude-flaky-tests.ts';

const instance: Instance = {
  schema: 1,
  id: 'own__it-01234567',
  repository: { name: 'own/it' },
  base: '0'.repeat(40),
  golden: '1'.repeat(40),
  language: 'go',
  category: 'api',
  licence: 'none',
  provenance: 'made for a test',
  environment: {
    base_image: 'go-1.26',
    manifests: [],
    test_timeout_seconds: 300,
    suite: { counter: 1, format: 'go-json', reports: ['go.json'], excluded_tests: ['Known'] },
  },
  dependencies_of_golden: [],
};

async function entryOf(one: Instance): Promise<CatalogEntry> {
  const dir = await mkdtemp(join(tmpdir(), 'refbench-flaky-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await writeFile(join(dir, 'instance.yaml'), `# A note.\n${JSON.stringify(one)}\n`);
  return { instance: one, dir, rulesDir: dir };
}

/** A calibration in which tests varied, as far as it counts here. */
function calibration(flaky: readonly string[], total: number): Calibration {
  const run = { kind: 'counted', counts: { passed: total, failed: 0, skipped: 0, total } };
  return {
    flaky: flaky.map((id) => ({ id, state: 'base', passed: 1, failed: 1, skipped: 0, absent: 0 })),
    baseline: { base: [run] },
  } as unknown as Calibration;
}

test('tests that varied are left out by name, with those that were before', async () => {
  const entry = await entryOf(instance);
  expect(await excludeFlakyTests(entry, calibration(['B', 'A', 'A'], 100))).toEqual(['A', 'B']);
  const text = await readFile(join(entry.dir, 'instance.yaml'), 'utf8');
  expect(text).toContain('# A note.');
  const written = await readYamlFile(join(entry.dir, 'instance.yaml'), instanceSchema);
  expect(written.environment.suite?.excluded_tests).toEqual(['A', 'B', 'Known']);
});

test.each([
  ['nothing varied', instance, calibration([], 100)],
  ['too many tests varied', instance, calibration(['A', 'B', 'C', 'D', 'E'], 100)],
  [
    'the recipe counts the tests itself',
    { ...instance, environment: { ...instance.environment, suite: undefined } },
    calibration(['A'], 100),
  ],
])('if %s, the file stays as it is', async (_, one, measured) => {
  const entry = await entryOf(one);
  const before = await readFile(join(entry.dir, 'instance.yaml'), 'utf8');
  expect(await excludeFlakyTests(entry, measured)).toEqual([]);
  expect(await readFile(join(entry.dir, 'instance.yaml'), 'utf8')).toBe(before);
});
