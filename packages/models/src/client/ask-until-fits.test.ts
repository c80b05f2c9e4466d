import { RefbenchError } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { askUntilFits, requireAnswer, type Paid } from './ask-until-fits.ts';
import { BudgetSpent, CallBudget } from './call-budget.ts';
import { ProviderWatch } from './provider-watch.ts';
import { AnswerMisfit } from './structured.ts';

const { signal } = new AbortController();
const PAID = { usage: { inputTokens: 10, cachedTokens: 2, outputTokens: 3 }, usd: 0.25 };
const misfit = (): AnswerMisfit => new AnswerMisfit('no JSON', PAID);
const error = (kind: 'usage' | 'infra-incomplete'): RefbenchError =>
  new RefbenchError({ kind, message: kind, hint: 'none' });

/** Returns these answers, or throws these errors, in order. */
function calls(...answers: readonly unknown[]): () => Promise<Paid<unknown>> {
  const queue = [...answers];
  return async () => {
    const next = queue.shift();
    if (next instanceof Error) throw next;
    return { value: next, ...PAID };
  };
}

test('a misfit is asked again, and every call counts', async () => {
  expect(await askUntilFits(calls(misfit(), misfit(), 7), signal)).toEqual({
    kind: 'answered',
    value: 7,
    cost: { calls: 3, inputTokens: 30, cachedTokens: 6, outputTokens: 9, usd: 0.75 },
  });
});

test('after three misfits, or without the provider, the question failed and nothing is thrown', async () => {
  const failed = await askUntilFits(calls(misfit(), misfit(), misfit(), 7), signal);
  expect(failed).toMatchObject({ kind: 'failed', reason: 'no JSON', provider: false });
  expect(failed.cost.calls).toBe(3);
  const silent = await askUntilFits(calls(misfit(), error('infra-incomplete'), 7), signal);
  expect(silent).toMatchObject({ kind: 'failed', provider: true, cost: { calls: 1 } });
  expect(() => requireAnswer('m', failed)).toThrow(/no answer of m has the required form/);
  expect(() => requireAnswer('m', silent)).toThrow('infra-incomplete');
});

test('an invalid key, a bug and an interrupt are thrown', async () => {
  const usage = error('usage');
  await expect(askUntilFits(calls(usage), signal)).rejects.toBe(usage);
  await expect(askUntilFits(calls(new TypeError('bug')), signal)).rejects.toThrow('bug');
  const controller = new AbortController();
  controller.abort(new Error('stop'));
  await expect(askUntilFits(calls(7), controller.signal)).rejects.toThrow('stop');
});

test('a budget counts misfits and ends before the next call', async () => {
  const budget = new CallBudget(0.5);
  const call = calls(misfit(), 7, 8);
  const asked = await askUntilFits(() => budget.pay(call), signal);
  expect(asked).toMatchObject({ kind: 'answered', value: 7 });
  expect(budget.spentUsd).toBe(0.5);
  await expect(askUntilFits(() => budget.pay(call), signal)).rejects.toBeInstanceOf(BudgetSpent);
});

test('a provider that never answers ends the command; a model that never fits does not', async () => {
  const watch = new ProviderWatch();
  const silent = await askUntilFits(calls(error('infra-incomplete')), signal);
  const unfit = await askUntilFits(calls(misfit(), misfit(), misfit()), signal);
  for (let times = 0; times < 11; times += 1) watch.note(silent);
  watch.note(unfit);
  for (let times = 0; times < 11; times += 1) watch.note(silent);
  expect(() => watch.note(silent)).toThrow(/12 consecutive calls failed/);
});
