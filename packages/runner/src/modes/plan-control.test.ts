import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planControlSchema } from '@refbench/contracts';
import { digestOf, sha256OfBytes } from '@refbench/base';
import type { CatalogEntry } from '@refbench/instances';
import { loadPrompts } from './load-prompts.ts';
import { chosen, completed, fakeJudge } from './modes.testkit.ts';
import { planFileName, writePhase } from '@refbench/workspace';
import { controlPlans, seededOrder, type PlanControlOptions } from './plan-control.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'refbench-control-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const INSTANCE = 'a__b-00000000';

async function storePlans(
  run: string,
  phase: 'plan' | 'multiplan',
  texts: readonly string[],
  agent = 'one',
): Promise<void> {
  const record = {
    schema: 1,
    phase,
    outcome: completed,
    inputs: { image: digestOf('i'), prompt: digestOf('p'), agent: digestOf(agent) },
    plans: texts.map((text) => sha256OfBytes(text)),
    started_at: new Date().toISOString(),
    duration_ms: 1,
    adopted_from: null,
  } as const;
  await writePhase(
    join(root, 'runs', run, INSTANCE, 'planner/1'),
    { ...record, plans: [...record.plans] },
    Object.fromEntries(texts.map((text, index) => [planFileName(index), text])),
  );
}

const FIVE = [0, 1, 2, 3, 4].map((index) => `# Plan ${index}`);

async function options(
  judge: PlanControlOptions['judge'],
  more: Partial<PlanControlOptions> = {},
): Promise<PlanControlOptions> {
  const dir = join(root, 'instance');
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'task.instructed.md'), 'Move it.');
  return {
    workspace: {
      instancesDir: '/i',
      rulesDir: '/r',
      runsDir: join(root, 'runs'),
      stateDir: '/s',
      mirror: undefined,
    },
    entries: [{ instance: { id: INSTANCE }, dir, rulesDir: '/r' } as unknown as CatalogEntry],
    multiplanRun: 'five',
    planRun: 'single',
    seed: '1',
    judge,
    prompts: await loadPrompts(),
    signal: new AbortController().signal,
    onJudged: () => undefined,
    ...more,
  };
}

test('the choice identifies the plan, regardless of its position in the prompt', async () => {
  await storePlans('five', 'multiplan', FIVE);
  await storePlans('single', 'plan', ['# The single plan']);
  const order = seededOrder('1', `${INSTANCE}/planner`, 6);
  const judge = fakeJudge(chosen(order.indexOf(5)));
  const result = await controlPlans(await options(judge));
  expect(result).toMatchObject({ singleChosen: 1, failed: [] });
  const [record] = result.records;
  expect(planControlSchema.parse(record)).toMatchObject({ choice: 5, order, agent: 'planner' });
  const place = (text: string): number => judge.asked[0]?.indexOf(text) ?? -1;
  expect(order.map((plan) => place(plan === 5 ? '# The single plan' : `# Plan ${plan}`))).toEqual(
    order
      .map((plan) => place(plan === 5 ? '# The single plan' : `# Plan ${plan}`))
      .toSorted((a, b) => a - b),
  );
});

test('a judgement is paid for once, but another seed is another question', async () => {
  await storePlans('five', 'multiplan', FIVE);
  await storePlans('single', 'plan', ['# The single plan']);
  const judge = fakeJudge(chosen(0), chosen(1));
  const reused: boolean[] = [];
  const onJudged = (_record: unknown, again: boolean): void => void reused.push(again);
  await controlPlans(await options(judge, { onJudged }));
  await controlPlans(await options(judge, { onJudged }));
  await controlPlans(await options(judge, { onJudged, seed: '2' }));
  expect(reused).toEqual([false, true, false]);
  expect(judge.asked).toHaveLength(2);
});

test('a judge without an answer is reported, not guessed', async () => {
  await storePlans('five', 'multiplan', FIVE);
  await storePlans('single', 'plan', ['# The single plan']);
  const usage = { usd: 0, requests: 3, input_tokens: 0, output_tokens: 0, client: null };
  const judge = fakeJudge({ kind: 'failed', detail: 'no JSON', tries: 3, usage });
  const result = await controlPlans(await options(judge));
  expect(result).toMatchObject({ records: [], failed: [{ agent: 'planner', reason: 'no JSON' }] });
});

test('an agent with too few plans, or only one kind, is left out', async () => {
  await storePlans('five', 'multiplan', FIVE.slice(1));
  await storePlans('single', 'plan', ['# The single plan']);
  expect((await controlPlans(await options(fakeJudge()))).records).toEqual([]);
});

test('two agents of one name are refused', async () => {
  await storePlans('five', 'multiplan', FIVE);
  await storePlans('single', 'plan', ['# The single plan'], 'another');
  await expect(controlPlans(await options(fakeJudge()))).rejects.toMatchObject({ kind: 'usage' });
});

test('a seeded order is a permutation, and the same on every host', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (seed, key) => {
      const order = seededOrder(seed, key, 6);
      expect(order.toSorted((left, right) => left - right)).toEqual([0, 1, 2, 3, 4, 5]);
      expect(seededOrder(seed, key, 6)).toEqual(order);
    }),
  );
});

test('every plan gets every position about equally often', () => {
  const first = Array.from({ length: 1500 }, (_, seed) => seededOrder(String(seed), 'k', 6)[0]);
  for (let plan = 0; plan < 6; plan += 1) {
    const share = first.filter((index) => index === plan).length / first.length;
    expect(share).toBeGreaterThan(0.12);
    expect(share).toBeLessThan(0.22);
  }
});
