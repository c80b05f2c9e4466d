import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_LIMITS, DEFAULT_PLANNING, settingMode, type Instance } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import { loadPrices } from '@refbench/models';
import { loadPrompts } from '../modes/load-prompts.ts';
import { checkStoredPlan, newRunId, openRun } from './open-run.ts';
import type { RunRequest } from './run-options.ts';
import type { Workspace } from '@refbench/workspace';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-run-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const workspace = (): Workspace => ({
  instancesDir: '/i',
  rulesDir: '/r',
  runsDir: folder,
  stateDir: '/s',
  mirror: undefined,
});

const prompts = await loadPrompts();

const request: RunRequest = {
  run: 'demo',
  submissions: [
    {
      name: 'nop',
      version: '1',
      digest: digestOf('nop'),
      modes: ['direct'],
      try: () => Promise.resolve({ kind: 'stopped' }),
    },
  ],
  entries: [],
  track: 'instructed',
  mode: 'direct',
  limits: { agent: DEFAULT_LIMITS.agent, grade: DEFAULT_LIMITS.grade },
  prompts,
  planning: DEFAULT_PLANNING,
  judge: undefined,
};

async function openAndClose(given: RunRequest): Promise<string> {
  await using run = await openRun(workspace(), given);
  return run.plan.created_at;
}

test('the same plan resumes the run and keeps its date', async () => {
  expect(await openAndClose(request)).toBe(await openAndClose(request));
});

test('another plan under the same id is refused and the part is named', async () => {
  await openAndClose(request);
  await expect(openAndClose({ ...request, track: 'open' })).rejects.toMatchObject({
    kind: 'usage',
    message: 'run "demo" has a plan with other track',
  });
  const changed = request.submissions.map((one) => ({ ...one, digest: digestOf('other') }));
  await expect(openAndClose({ ...request, submissions: changed })).rejects.toMatchObject({
    message: 'run "demo" has a plan with other agents',
  });
});

test('dollars of one run are counted with one price table', async () => {
  const pricey = async (overrides?: string): Promise<RunRequest> => ({
    ...request,
    submissions: request.submissions.map((one) => ({ ...one, model: { name: 'm', names: ['m'] } })),
    models: {
      prices: await loadPrices(overrides === undefined ? {} : { overrides }),
      upstreams: {},
      budgetUsd: 1,
      runBudgetUsd: null,
    },
  });
  const plain = await pricey();
  await openAndClose(plain);
  const plan = JSON.parse(await readFile(join(folder, 'demo/run.json'), 'utf8')) as unknown;
  expect(plan).toMatchObject({ budget_usd: 1, prices: plain.models?.prices.digest });
  const overrides = join(folder, 'prices.yaml');
  const rates = '{ max_output_tokens: 10, usd_per_million: { input: 1, output: 2 } }';
  await writeFile(overrides, `models:\n  m: ${rates}\n`);
  await expect(openAndClose(await pricey(overrides))).rejects.toMatchObject({
    message: 'run "demo" has a plan with other prices',
  });
});

test('a run that is open is in use', async () => {
  await using _run = await openRun(workspace(), request);
  await expect(openAndClose(request)).rejects.toMatchObject({ kind: 'in-use' });
});

test('a damaged plan is not overwritten', async () => {
  await openAndClose(request);
  const path = join(folder, 'demo/run.json');
  await writeFile(path, '{"schema":1');
  await expect(openAndClose(request)).rejects.toMatchObject({ kind: 'invalid-file' });
  expect(await readFile(path, 'utf8')).toBe('{"schema":1');
});

test.each(['../demo', 'a/b', '', '.', 'UPPER', 'x'.repeat(65)])(
  '%j cannot name a run',
  async (run) => {
    await expect(openAndClose({ ...request, run })).rejects.toMatchObject({ kind: 'usage' });
  },
);

test('a fresh run id is a safe name that sorts by time', () => {
  expect(newRunId(new Date('2026-03-04T05:06:07Z'))).toMatch(/^20260304-050607-[0-9a-f]{4}$/);
});

test('a run with packages has another plan than one without, and none is the default', async () => {
  const instance = { id: 'a__b-00000000' } as Instance;
  const entries = [{ instance, dir: '/i', rulesDir: '/r' }] as unknown as RunRequest['entries'];
  const made = await openAndClose({ ...request, entries });
  expect(await openAndClose({ ...request, entries, packages: 'none' })).toBe(made);
  await expect(openAndClose({ ...request, entries, packages: 'dated' })).rejects.toMatchObject({
    message: 'run "demo" has a plan with other packages',
  });
});

test('the command overrides the instance, and patches that exist need no packages', async () => {
  const instance = { id: 'a__b-00000000', packages: 'dated' } as Instance;
  const entries = [{ instance, dir: '/i', rulesDir: '/r' }] as unknown as RunRequest['entries'];
  const planOf = async (run: string, more: Partial<RunRequest>): Promise<unknown> => {
    await using opened = await openRun(workspace(), { ...request, run, entries, ...more });
    return opened.plan.packages;
  };
  expect(await planOf('own', {})).toBe('dated');
  expect(await planOf('off', { packages: 'none' })).toBeUndefined();
  const given = request.submissions.map((one) => ({ ...one, needsNoContainer: true }));
  expect(await planOf('given', { submissions: given })).toBeUndefined();
  expect(settingMode({ mode: 'direct', packages: 'dated' })).toBe('direct, packages');
  expect(settingMode({ mode: 'direct' })).toBe('direct');
});

test('a plan is checked without a run: a new id and the same plan are accepted, nothing is written', async () => {
  await checkStoredPlan(workspace(), request);
  await expect(readFile(join(folder, 'demo', 'run.json'))).rejects.toThrow('ENOENT');
  await (await openRun(workspace(), request))[Symbol.asyncDispose]();
  await checkStoredPlan(workspace(), request);
  await expect(checkStoredPlan(workspace(), { ...request, track: 'open' })).rejects.toMatchObject({
    kind: 'usage',
    message: 'run "demo" has a plan with other track',
  });
  await writeFile(join(folder, 'demo', 'run.json'), '{');
  await expect(checkStoredPlan(workspace(), request)).rejects.toMatchObject({
    kind: 'invalid-file',
  });
});
