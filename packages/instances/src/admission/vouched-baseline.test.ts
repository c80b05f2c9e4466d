import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  instanceSchema,
  type AdmissionMeasures,
  type Machine,
  type PublishedBaseline,
  type TestRun,
} from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CatalogEntry } from '../instance-catalog.ts';
import type { PreparedEnvironment } from '../prepared-instance.ts';
import { writeAdmission } from './admission-file.ts';
import { vouchedBaseline } from './vouched-baseline.ts';

const id = 'someone__thing-00000000';
const recipe = digestOf('recipe');
const machine: Machine = { processor: 'P', cpus: 2, memory_bytes: 2 ** 33, work_ms: 90 };
const image = { bytes: 10, build_ms: null };
const suiteMs = { base: [1, 1, 1, 1, 1], golden: [2, 2, 2, 2, 2] };
const measures: Omit<AdmissionMeasures, 'baseline'> = {
  machine,
  image,
  base_image: image,
  suite_ms: suiteMs,
};
const ran: TestRun = {
  kind: 'counted',
  counts: { passed: 20, failed: 0, skipped: 0, total: 20 },
};
const five = [ran, ran, ran, ran, ran];

const published: PublishedBaseline = {
  schema: 1,
  instance: id,
  k: 5,
  recipe,
  tool: 'refbench/0.1.0',
  base: five,
  golden: five,
  durations_ms: suiteMs,
  bounds: { p_min: 20, f_max: 0 },
  stable_tests: [{ id: 'adds' }],
  machine,
  measured_at: '2026-11-26T00:00:00.000Z',
};

let folder: string;
let entry: CatalogEntry;
let prepared: Pick<PreparedEnvironment, 'environment' | 'instance'>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-vouched-'));
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
    environment: { base_image: 'debian' },
  });
  entry = { instance, dir: join(folder, 'instance'), rulesDir: join(folder, 'rules') };
  await mkdir(entry.dir, { recursive: true });
  await writeFile(join(entry.dir, 'instance.yaml'), 'id: thing\n');
  const environment = { recipeDigest: recipe, imageId: digestOf('image') };
  prepared = { instance, environment } as unknown as typeof prepared;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('gives the runs of an admission that holds, with the tests by name', async () => {
  await writeAdmission(entry, [], { published, measures });
  const found = await vouchedBaseline(entry, prepared);
  expect(found).toMatchObject({
    kind: 'vouched',
    machine,
    baseline: {
      host: 'published',
      image: digestOf('image'),
      bounds: { p_min: 20, f_max: 0 },
      stable_tests: [{ id: 'adds' }],
    },
  });
});

it.each<[string, () => Promise<unknown>, RegExp]>([
  ['no admission', () => Promise.resolve(), /there is no admission\.json/],
  ['an admission without runs', () => writeAdmission(entry, []), /contains no measurements/],
  [
    'a changed part',
    async () => {
      await writeAdmission(entry, [], { published, measures });
      await writeFile(join(entry.dir, 'instance.yaml'), 'id: other\n');
    },
    /does not hold any more; changed: instance/,
  ],
  [
    'edited bounds',
    async () => {
      await writeAdmission(entry, [], { published, measures });
      const path = join(entry.dir, 'baseline.json');
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace(/"p_min": *20/, '"p_min": 1'));
    },
    /not the file that admission\.json vouches for/,
  ],
  [
    'a missing file',
    async () => {
      await writeAdmission(entry, [], { published, measures });
      await rm(join(entry.dir, 'baseline.json'));
    },
    /missing or damaged/,
  ],
  [
    'another recipe',
    () =>
      writeAdmission(entry, [], {
        published: { ...published, recipe: digestOf('older') },
        measures,
      }),
    /another recipe/,
  ],
  [
    'too few runs',
    () =>
      writeAdmission(entry, [], {
        published: { ...published, k: 2, base: [ran, ran], golden: [ran, ran] },
        measures,
      }),
    /too few runs/,
  ],
  [
    'a run without a verdict',
    () =>
      writeAdmission(entry, [], {
        published: {
          ...published,
          base: [...five.slice(1), { kind: 'no-verdict', reason: 'it hung' }],
        },
        measures,
      }),
    /it hung/,
  ],
])('is refused for %s', async (_, change, reason) => {
  await change();
  const found = await vouchedBaseline(entry, prepared);
  expect(found.kind === 'refused' ? found.reason : '').toMatch(reason);
});
