import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  instanceSchema,
  type Machine,
  type PublishedBaseline,
  type TestRun,
} from '@refbench/contracts';
import { digestOf, writeJsonFile } from '@refbench/base';
import { recipeDigest } from '@refbench/env-builder';
import { writeAdmission, type CatalogEntry } from '@refbench/instances';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { instanceTimes, type InstanceTimes, type TimesOptions } from './instance-times.ts';

const id = 'someone__thing-00000000';
const there: Machine = { processor: 'P', cpus: 2, memory_bytes: 2 ** 33, work_ms: 100 };
const here: Machine = { ...there, work_ms: 200 };
const suiteMs = { base: [1000, 1000], golden: [3000, 3000] };
const ran: TestRun = {
  kind: 'counted',
  counts: { passed: 20, failed: 0, skipped: 0, total: 20 },
};

let folder: string;
let entry: CatalogEntry;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-times-'));
  const instance = instanceSchema.parse({
    schema: 1,
    id,
    repository: { name: 'someone/thing' },
    language: 'go',
    category: 'api',
    base: '0'.repeat(40),
    golden: '1'.repeat(40),
    licence: 'MIT',
    provenance: 'a test',
    environment: { base_image: 'go' },
  });
  entry = { instance, dir: join(folder, 'instance'), rulesDir: join(folder, 'rules') };
  await mkdir(join(entry.dir, 'environment'), { recursive: true });
  await writeFile(join(entry.dir, 'instance.yaml'), JSON.stringify(instance));
  for (const name of ['setup_shell.sh', 'test_command', 'count_tests']) {
    await writeFile(join(entry.dir, 'environment', name), 'true\n');
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function timesOf(options: Partial<TimesOptions> = {}): Promise<InstanceTimes> {
  const stateDir = join(folder, 'state');
  const common = { entry, stateDir, host: 'this-host', machine: here, load: 1 };
  return await instanceTimes({ ...common, baseline: 'host', ...options });
}

async function admit(): Promise<void> {
  const published: PublishedBaseline = {
    schema: 1,
    instance: id,
    k: 2,
    recipe: digestOf('recipe'),
    tool: 't',
    base: [ran, ran],
    golden: [ran, ran],
    bounds: { p_min: 20, f_max: 0 },
    measured_at: '2026-11-26T00:00:00.000Z',
  };
  await writeAdmission(entry, [], {
    published,
    measures: {
      machine: there,
      base_image: { bytes: 7, build_ms: null },
      image: { bytes: 5, build_ms: 60_000 },
      suite_ms: suiteMs,
    },
  });
}

async function writeBaseline(host: string): Promise<void> {
  await writeJsonFile(join(folder, 'state/baselines', `${id}.json`), {
    schema: 1,
    instance: id,
    host,
    k: 5,
    image: digestOf('image'),
    recipe: await recipeDigest(entry.dir),
    tool: 't',
    base: [ran, ran, ran, ran, ran],
    golden: [ran, ran, ran, ran, ran],
    durations_ms: { base: [500], golden: [500] },
    bounds: { p_min: 20, f_max: 0 },
    stable_tests: null,
    measured_at: '2026-11-26T00:00:00.000Z',
  });
}

test('without records, every time is unknown', async () => {
  expect(await timesOf()).toEqual({
    buildMs: null,
    imageBytes: null,
    baseImageMs: null,
    baseImageBytes: null,
    calibrationMs: null,
    suiteMs: null,
    from: 'nothing',
    slowness: null,
  });
});

test('the times of an admission are scaled by the speed of this machine and its load', async () => {
  await admit();
  // Five rounds of the slower state, on two processors, twice as long, three times as busy.
  expect(await timesOf({ load: 3 })).toEqual({
    buildMs: 360_000,
    imageBytes: 5,
    baseImageMs: null,
    baseImageBytes: 7,
    calibrationMs: 5 * 3000 * 6,
    suiteMs: 2000 * 6,
    from: 'the admission',
    slowness: 6,
  });
});

test.each([
  ['host', 5 * 3000 * 2],
  ['early', 2 * 3000 * 2],
  ['published', 0],
] as const)('with --baseline %s, %d ms come before the first attempt', async (baseline, ms) => {
  await admit();
  expect((await timesOf({ baseline })).calibrationMs).toBe(ms);
});

test('a changed instance makes its admission worthless', async () => {
  await admit();
  await writeFile(join(entry.dir, 'instance.yaml'), 'id: other\n');
  expect((await timesOf()).from).toBe('nothing');
});

test('what this host measured comes first, and its baseline needs no runs', async () => {
  await admit();
  await writeBaseline('this-host');
  expect(await timesOf({ load: 2 })).toMatchObject({
    calibrationMs: 0,
    suiteMs: 1000,
    from: 'this host',
  });
});

test('a baseline of another engine host must be measured again', async () => {
  await writeBaseline('other-host');
  expect((await timesOf()).calibrationMs).toBe(2500);
});
