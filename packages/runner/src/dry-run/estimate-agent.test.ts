import { expect, test } from 'vitest';
import type { EarlierAttempt } from './earlier-attempts.ts';
import { estimateAgent } from './estimate-agent.ts';

const prices = {
  priceOf: (model: string) => {
    const rate = { small: 1, large: 3 }[model];
    return rate === undefined
      ? undefined
      : { aliases: [], max_output_tokens: 1, usd_per_million: { input: rate, output: rate } };
  },
};

function earlier(model: string, usd: number, minutes: number): EarlierAttempt {
  return {
    agent: 'codex',
    model,
    instance: 'a__b-00000000',
    mode: 'direct',
    usage: { usd, requests: 1, input_tokens: 100, output_tokens: 10, client: null },
    durationMs: minutes * 60_000,
  };
}

function estimate(model: string, attempts: readonly EarlierAttempt[]) {
  const submission = { name: 'codex', model: { name: model, names: [model] } };
  return estimateAgent({ submission, attempts: 10, mode: 'direct', earlier: attempts, prices });
}

test('only attempts with the same model are the basis', () => {
  const found = estimate('small', [
    earlier('small', 1, 4),
    earlier('small', 2, 6),
    earlier('large', 9, 9),
  ]);
  expect(found).toMatchObject({ basis: 2, usd_per_attempt: 1.5, usd: 15, minutes_per_attempt: 5 });
});

test('the cost of another model follows its price', () => {
  const found = estimate('large', [earlier('small', 1, 4)]);
  expect(found).toMatchObject({ basis: 1, usd_per_attempt: 3, minutes_per_attempt: 4 });
  expect(found.basis_text).toContain('scaled by price');
});

test('without an earlier attempt there is no estimate', () => {
  const found = estimate('small', [{ ...earlier('small', 1, 4), mode: 'plan' }]);
  expect(found).toMatchObject({ basis: 0, usd: null, minutes_per_attempt: null });
  expect(found.basis_text).toContain('no basis');
});

test('an agent without a model costs nothing', () => {
  const nop = estimateAgent({
    submission: { name: 'nop' },
    attempts: 2,
    mode: 'direct',
    earlier: [],
    prices: undefined,
  });
  expect(nop).toMatchObject({ usd: 0, minutes_per_attempt: null });
});
