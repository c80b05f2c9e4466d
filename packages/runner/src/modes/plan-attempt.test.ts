import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { phaseRecordSchema } from '@refbench/contracts';
import type { TryResult } from '../submission/submission.ts';
import {
  attemptOptions,
  chosen,
  completed,
  dollars,
  fakeJudge,
  fakePhases,
  type FakePhase,
} from './modes.testkit.ts';
import type { AttemptFolder } from '@refbench/workspace';
import { planAttempt } from './plan-attempt.ts';
import { planPaths } from '@refbench/workspace';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'refbench-modes-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const attempt = (number: number): AttemptFolder => ({
  attempt: number,
  folder: join(root, String(number)),
});

const PLAN: FakePhase = { files: { '/output/refactoring_plan.md': '# Move\n\nMove it all.\n' } };

const fivePlans = (count = 5): FakePhase => ({
  files: Object.fromEntries(
    planPaths('multiplan')
      .slice(0, count)
      .map((path, index) => [path, `# Plan ${index}\n\nDo ${'x'.repeat(index)} things.\n`]),
  ),
});

function ended(result: TryResult): Extract<TryResult, { kind: 'ended' }> {
  if (result.kind !== 'ended') throw new Error('it was stopped');
  return result;
}

test('plan: a new agent gets the plan without the description', async () => {
  const phases = fakePhases(PLAN, {});
  const events: string[] = [];
  const options = await attemptOptions('plan', attempt(1), { events });
  const result = ended(await planAttempt(options, phases.run));
  expect(phases.requests.map(({ phase }) => phase)).toEqual(['plan', 'execute']);
  expect(phases.requests[0]?.prompt).toContain('Tidy up.');
  expect(phases.requests[1]?.prompt).toContain('# Move\n\nMove it all.');
  expect(phases.requests[1]?.prompt).not.toContain('Tidy up.');
  expect(result).toMatchObject({ outcome: completed, collected: { kind: 'given' } });
  expect(events).toEqual([
    'plan started',
    'plan completed',
    'execute started',
    'execute completed',
  ]);
  for (const record of result.phases ?? []) phaseRecordSchema.parse(record);
});

test('multiplan: the chosen plan is carried out; the judge sees the full description', async () => {
  const phases = fakePhases(fivePlans(), {});
  const judge = fakeJudge(chosen(3));
  const options = await attemptOptions('multiplan', attempt(1), { judge });
  const result = ended(await planAttempt(options, phases.run));
  expect(judge.asked[0]).toContain('Move util to core.');
  expect(phases.requests[1]?.prompt).toContain('# Plan 3');
  expect(phases.requests[1]?.prompt).not.toContain('# Plan 2');
  expect(result.phases?.map(({ phase }) => phase)).toEqual(['multiplan', 'judge', 'execute']);
  expect(result.phases?.[1]).toMatchObject({ choice: 3, reasoning: 'it is the best' });
});

test.each([
  ['no plan', 'plan', {}, /refactoring_plan\.md is missing/],
  ['an empty plan', 'plan', { files: { '/output/refactoring_plan.md': ' \n\n' } }, /fewer than/],
  ['four plans of five', 'multiplan', fivePlans(4), /refactoring_plan4\.md is missing/],
] as const)('%s ends the attempt; nothing is executed', async (_name, mode, phase, reason) => {
  const phases = fakePhases(phase);
  const options = await attemptOptions(mode, attempt(1), { judge: fakeJudge() });
  const result = ended(await planAttempt(options, phases.run));
  expect(result.outcome).toMatchObject({
    kind: 'no-plan',
    reason: expect.stringMatching(reason) as string,
  });
  expect(result.collected).toMatchObject({ kind: 'none' });
  expect(result.log.bytes.toString()).toBe(`log of ${mode}`);
});

test('a planner that exceeds its time without a plan timed out', async () => {
  const outcome = { kind: 'timed-out', limit: 'wall-clock', limit_ms: 30_000 } as const;
  const options = await attemptOptions('plan', attempt(1));
  const result = ended(await planAttempt(options, fakePhases({ outcome }).run));
  expect(result.outcome).toEqual(outcome);
});

test('a plan that exists when the planner exceeds its time counts', async () => {
  const outcome = { kind: 'timed-out', limit: 'wall-clock', limit_ms: 30_000 } as const;
  const options = await attemptOptions('plan', attempt(1));
  const result = ended(await planAttempt(options, fakePhases({ ...PLAN, outcome }, {}).run));
  expect(result.outcome).toEqual(completed);
  expect(result.phases?.[0]).toMatchObject({ phase: 'plan', outcome });
});

test('an infrastructure failure during planning leaves no plan', async () => {
  const outcome = { kind: 'infra-failed', cause: 'engine-gone', detail: 'gone' } as const;
  const options = await attemptOptions('plan', attempt(1));
  const first = fakePhases({ ...PLAN, outcome, usage: dollars(3) });
  const result = ended(await planAttempt(options, first.run));
  expect(result).toMatchObject({ outcome, collected: { kind: 'none', reason: 'gone' } });
  expect(result.usage?.usd).toBe(3);
  const phases = fakePhases(PLAN, {});
  await planAttempt(
    await attemptOptions('plan', attempt(2), { earlier: [attempt(1)] }),
    phases.run,
  );
  expect(phases.requests).toHaveLength(2);
});

test('an interrupt stops every phase', async () => {
  const stopped = { stopped: true };
  expect(
    await planAttempt(await attemptOptions('plan', attempt(1)), fakePhases(stopped).run),
  ).toEqual({ kind: 'stopped' });
  expect(
    await planAttempt(await attemptOptions('plan', attempt(2)), fakePhases(PLAN, stopped).run),
  ).toEqual({ kind: 'stopped' });
  const controller = new AbortController();
  controller.abort();
  const options = await attemptOptions('multiplan', attempt(3), {
    judge: fakeJudge({ kind: 'stopped' }),
    signal: controller.signal,
  });
  expect(await planAttempt(options, fakePhases(fivePlans()).run)).toEqual({ kind: 'stopped' });
});

test('after a kill at the end of planning, the plan is reused and not paid for again', async () => {
  const first = fakePhases({ ...PLAN, dieAfterCollect: true, usage: dollars(4) });
  await expect(
    planAttempt(await attemptOptions('plan', attempt(1), { budgetUsd: 11 }), first.run),
  ).rejects.toThrow('killed');
  const second = fakePhases({ usage: dollars(1) });
  const events: string[] = [];
  const options = await attemptOptions('plan', attempt(2), {
    earlier: [attempt(1)],
    budgetUsd: 11,
    spentBeforeUsd: 4,
    events,
  });
  const result = ended(await planAttempt(options, second.run));
  expect(second.requests.map(({ phase }) => phase)).toEqual(['execute']);
  expect(events[0]).toBe('plan completed of 1');
  expect(second.requests[0]?.budgetUsd).toBe(7);
  expect(result.usage?.usd).toBe(5);
  // A third attempt takes the plan from the second and still says who made it.
  const third = await attemptOptions('plan', attempt(3), { earlier: [attempt(1), attempt(2)] });
  const again = ended(await planAttempt(third, fakePhases({}).run));
  expect(again.phases?.[0]?.adopted_from).toBe(1);
});

test('if no judge can choose a plan, the first is carried out and the attempt is valid', async () => {
  const undecided = {
    kind: 'undecided',
    detail: 'no JSON',
    tries: 3,
    usage: dollars(0.1),
  } as const;
  const options = await attemptOptions('multiplan', attempt(1), { judge: fakeJudge(undecided) });
  const result = ended(await planAttempt(options, fakePhases(fivePlans(), {}).run));
  expect(result.outcome).toMatchObject({ kind: 'completed' });
  expect(result.phases?.[1]).toMatchObject({ phase: 'judge', choice: 0, fallback: true });
});

test('a failing judge is an infrastructure failure; the plans are kept and only the judge is asked again', async () => {
  const failed = { kind: 'failed', detail: 'no JSON', tries: 3, usage: dollars(0.1) } as const;
  const options = await attemptOptions('multiplan', attempt(1), { judge: fakeJudge(failed) });
  const result = ended(await planAttempt(options, fakePhases(fivePlans()).run));
  expect(result.outcome).toEqual({ kind: 'infra-failed', cause: 'judge', detail: 'no JSON' });
  expect(result.usage?.usd).toBe(0.1);
  const kept = await readFile(join(root, '1/phases/plan/plan-4.md'), 'utf8');
  expect(kept).toContain('# Plan 4');
  const second = fakePhases({});
  const retried = await attemptOptions('multiplan', attempt(2), {
    judge: fakeJudge(chosen(4)),
    earlier: [attempt(1)],
  });
  expect(ended(await planAttempt(retried, second.run)).outcome).toEqual(completed);
  expect(second.requests.map(({ phase }) => phase)).toEqual(['execute']);
});

test('after a kill during execution, neither the plans nor the choice are paid for again', async () => {
  const judge = fakeJudge(chosen(1));
  const options = await attemptOptions('multiplan', attempt(1), { judge });
  expect(await planAttempt(options, fakePhases(fivePlans(), { stopped: true }).run)).toEqual({
    kind: 'stopped',
  });
  const second = fakePhases({});
  const again = await attemptOptions('multiplan', attempt(2), {
    judge: fakeJudge(),
    earlier: [attempt(1)],
  });
  const result = ended(await planAttempt(again, second.run));
  expect(second.requests[0]?.prompt).toContain('# Plan 1');
  expect(result.phases?.map(({ adopted_from }) => adopted_from)).toEqual([1, 1, null]);
});

test.each([
  ['another image', { image: 'other' }],
  ['a plan that was changed since', { edit: '# Else\n\nSomething else.\n' }],
])('%s: plans are made anew', async (_name, { image, edit }: { image?: string; edit?: string }) => {
  await planAttempt(
    await attemptOptions('plan', attempt(1)),
    fakePhases(PLAN, { stopped: true }).run,
  );
  if (edit !== undefined) await writeFile(join(root, '1/phases/plan/plan-0.md'), edit);
  const second = fakePhases(PLAN, {});
  const options = await attemptOptions('plan', attempt(2), {
    earlier: [attempt(1)],
    ...(image === undefined ? {} : { image }),
  });
  await planAttempt(options, second.run);
  expect(second.requests.map(({ phase }) => phase)).toEqual(['plan', 'execute']);
});

test('planning has caps on time and money, and its use is subtracted from the execution', async () => {
  const phases = fakePhases(
    { ...fivePlans(), usage: dollars(5), ms: 20_000 },
    { usage: dollars(2), ms: 3000 },
  );
  const options = await attemptOptions('multiplan', attempt(1), {
    judge: fakeJudge(chosen(0, 0.5)),
    budgetUsd: 11,
  });
  const result = ended(await planAttempt(options, phases.run));
  expect(phases.requests[0]).toMatchObject({ budgetUsd: 5.5, limits: { wall_clock_ms: 30_000 } });
  expect(phases.requests[1]?.budgetUsd).toBe(5.5);
  const left = phases.requests[1]?.limits.wall_clock_ms ?? 0;
  expect(left).toBeLessThanOrEqual(70_000);
  expect(left).toBeGreaterThan(60_000);
  expect(result.usage).toMatchObject({ usd: 7.5, requests: 3, output_tokens: 15 });
});

test('plans that cost all the money are not executed', async () => {
  const options = await attemptOptions('plan', attempt(1), { budgetUsd: 2 });
  const result = ended(
    await planAttempt(options, fakePhases({ ...PLAN, usage: dollars(2.5) }).run),
  );
  expect(result.outcome).toEqual({ kind: 'budget-exceeded', budget_usd: 2, spent_usd: 2.5 });
  expect(result.collected).toMatchObject({ kind: 'none' });
});
