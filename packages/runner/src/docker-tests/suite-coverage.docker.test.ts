import { DEFAULT_LIMITS } from '@refbench/contracts';
import { shortDigest } from '@refbench/base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareEnvironment, selectInstances } from '@refbench/instances';
import { TestBed } from '../testkit/test-bed.testkit.ts';
import { measureCoverage } from '@refbench/environments';

const RUN = 'coverage-test';

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.open();
});
afterAll(() => bed[Symbol.asyncDispose]());

test('the tool of the language counts the added lines that the suite executes', async () => {
  const { workspace, engine } = bed;
  const [entry] = await selectInstances(workspace, ['refbench__tally-*']);
  if (entry === undefined) throw new Error('the bundled instance is missing');
  const build = await bed.buildOptions();
  const signal = new AbortController().signal;
  const onProgress = (): void => undefined;
  const common = { workspace, engine, entry, build, signal, onProgress };
  await using prepared = await prepareEnvironment(common);
  const result = await measureCoverage({
    ...common,
    prepared,
    limits: DEFAULT_LIMITS.grade,
    run: RUN,
  });
  if (result.kind !== 'measured') throw new Error(result.reason);
  const { coverage } = result;
  expect(coverage).toMatchObject({ instance: entry.instance.id, tool: 'c8' });
  expect(coverage.executed).toBeGreaterThan(100);
  expect(coverage.executed).toBeLessThanOrEqual(coverage.executable);
  expect(coverage.files.every(({ path }) => path.endsWith('.ts'))).toBe(true);
  const reference = `refbench/coverage:${shortDigest(prepared.environment.imageDigest)}`;
  expect(await engine.inspectImage(reference)).toBeUndefined();
  expect((await engine.sweep({ run: RUN, dryRun: true })).containers).toEqual([]);
});
