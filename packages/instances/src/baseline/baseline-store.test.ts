import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOL_VERSION, type Baseline } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PreparedEnvironment } from '../prepared-instance.ts';
import { readBaseline, writeBaseline } from './baseline-store.ts';

let stateDir: string;
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'baselines-'));
});
afterAll(() => rm(stateDir, { recursive: true, force: true }));

function prepared(golden: string, recipe: string, hostName = 'here'): PreparedEnvironment {
  return {
    engine: { info: { hostName } },
    workspace: { stateDir },
    instance: { id: 'owner__name-12345678', base: '1'.repeat(40), golden },
    environment: { imageId: digestOf('image'), recipeDigest: digestOf(recipe) },
  } as unknown as PreparedEnvironment;
}

function baselineOf(
  { engine, environment, instance }: PreparedEnvironment,
  bound: number,
): Baseline {
  return {
    schema: 1,
    instance: instance.id,
    host: engine.info.hostName,
    image: environment.imageId,
    recipe: environment.recipeDigest,
    k: 1,
    base: [{ kind: 'no-verdict', reason: 'none' }],
    golden: [{ kind: 'no-verdict', reason: 'none' }],
    bounds: { p_min: bound, f_max: 0 },
    stable_tests: null,
    measured_at: new Date(0).toISOString(),
    tool: TOOL_VERSION,
  };
}

test('instances of one id from different folders, and hosts, keep a baseline each', async () => {
  const own = prepared('a'.repeat(40), 'one');
  const others = [
    prepared('b'.repeat(40), 'one'),
    prepared('a'.repeat(40), 'two'),
    prepared('a'.repeat(40), 'one', 'there'),
  ];
  await writeBaseline(own, baselineOf(own, 100));
  for (const other of others) {
    expect(await readBaseline(other)).toBeUndefined();
    await writeBaseline(other, baselineOf(other, 0));
  }
  expect(await readBaseline(own)).toEqual(baselineOf(own, 100));
});
