import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Baseline, Machine, TestRun } from '@refbench/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Calibration } from './calibration.ts';
import { driftFrom, publishBaseline, readPublishedCounts } from './published-counts.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-published-'));
});
afterEach(() => rm(folder, { recursive: true }));

function counted(passed: number, failed: number): TestRun {
  return { kind: 'counted', counts: { passed, failed, skipped: 0, total: passed + failed } };
}

const baseline: Baseline = {
  schema: 1,
  instance: 'owner__name-01234567',
  host: 'this-host',
  k: 2,
  image: `sha256:${'1'.repeat(64)}`,
  recipe: `sha256:${'2'.repeat(64)}`,
  tool: '0.1.0',
  base: [counted(100, 0), counted(98, 2)],
  golden: [counted(110, 0), counted(110, 0)],
  bounds: { p_min: 98, f_max: 2 },
  stable_tests: null,
  measured_at: '2026-01-01T00:00:00.000Z',
};

const machine: Machine = { processor: 'P', cpus: 2, memory_bytes: 2 ** 33, work_ms: 90 };

const calibration: Calibration = {
  schema: 1,
  baseline,
  durations_ms: { base: [1, 1], golden: [1, 1] },
  names_tests: true,
  flaky: [{ id: 'a', state: 'base', passed: 1, failed: 1, skipped: 0, absent: 0 }],
  warnings: [],
  drift: [],
  fault: null,
};

it('publishes counts that do not identify this host, and reads them again', async () => {
  const path = await publishBaseline(folder, calibration, machine);
  const text = await readFile(path, 'utf8');
  expect(text).not.toMatch(/this-host|1{64}/);
  expect(JSON.parse(text)).toMatchObject({ flaky: ['a'], bounds: { p_min: 98, f_max: 2 } });
  const [published, ...more] = await readPublishedCounts(folder, undefined);
  expect(more).toEqual([]);
  expect(published?.source).toBe(path);
  expect(published?.counts.base).toHaveLength(2);
});

it('reports counts that no run here reaches', async () => {
  await publishBaseline(folder, calibration, machine);
  const [published] = await readPublishedCounts(folder, undefined);
  if (published === undefined) throw new Error('nothing was published');
  // 99 is between the published counts. On golden, one test is missing.
  const drift = driftFrom(published, { base: [counted(99, 1)], golden: [counted(109, 0)] });
  const of = (count: string) => ({
    source: published.source,
    state: 'golden',
    count,
    published: { min: 110, max: 110 },
    here: { min: 109, max: 109 },
  });
  expect(drift).toEqual([of('passed'), of('total')]);
});

it('reads the counts that an image of CodeTaste carries', async () => {
  const metrics = { passed: 931, failed: 1, skipped: 0, total: 932, error: null };
  const file = join(folder, 'instance_metadata.json');
  await writeFile(
    file,
    JSON.stringify({ owner: 'o', base_metrics: metrics, golden_metrics: metrics }),
  );
  const [published] = await readPublishedCounts(folder, undefined);
  expect(published?.counts.golden).toEqual([{ passed: 931, failed: 1, skipped: 0, total: 932 }]);
});

it('refuses a missing or invalid file', async () => {
  expect(await readPublishedCounts(folder, undefined)).toEqual([]);
  const file = join(folder, 'counts.json');
  await expect(readPublishedCounts(folder, file)).rejects.toMatchObject({ kind: 'invalid-file' });
  await writeFile(file, '{"passed": 1}');
  await expect(readPublishedCounts(folder, file)).rejects.toMatchObject({ kind: 'invalid-file' });
});
