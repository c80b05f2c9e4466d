import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_USAGE } from '../usage.ts';
import { costOf, maxInputCost } from './cost.ts';
import { loadPrices } from './price-table.ts';

test('finds models by name, alias and dated name only', async () => {
  const prices = await loadPrices();
  expect(prices.digest).toMatch(/^sha256:/);
  expect(prices.priceOf('claude-sonnet-4-5-20250929')).toEqual(prices.priceOf('claude-sonnet-4-5'));
  expect(prices.priceOf('gpt-5-2025-08-07')).toEqual(prices.priceOf('gpt-5-codex'));
  expect(prices.priceOf('claude-sonnet')).toBeUndefined();
  expect(prices.priceOf('claude-sonnet-4-5:online')).toBeUndefined();
});

test('overrides add and replace, and change the digest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prices-test-'));
  try {
    const path = join(folder, 'prices.yaml');
    await writeFile(
      path,
      'models:\n  mine: { max_output_tokens: 10, usd_per_million: { input: 1, output: 2 } }\n',
    );
    const [plain, mine] = [await loadPrices(), await loadPrices({ overrides: path })];
    expect(mine.priceOf('mine')?.usd_per_million.output).toBe(2);
    expect(mine.digest).not.toBe(plain.digest);
    await writeFile(
      path,
      'models:\n  mine: { max_output_tokens: 10, usd_per_million: { input: -1, output: 2 } }\n',
    );
    await expect(loadPrices({ overrides: path })).rejects.toMatchObject({ kind: 'invalid-file' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('counts each kind of token at its own rate, and long prompts at theirs', async () => {
  const prices = await loadPrices();
  const sonnet = prices.priceOf('claude-sonnet-4-6');
  if (sonnet === undefined) throw new Error('no price');
  const million = {
    inputTokens: 100_000,
    cacheReadTokens: 50_000,
    cacheWriteTokens: 20_000,
    cacheWriteLongTokens: 10_000,
    outputTokens: 1_000,
  };
  // 0.3 + 0.015 + 0.075 + 0.06 + 0.015
  expect(costOf(sonnet, million)).toBe(465_000_000);
  const gemini = prices.priceOf('gemini-2.5-pro');
  if (gemini === undefined) throw new Error('no price');
  expect(costOf(gemini, { ...NO_USAGE, inputTokens: 200_000 })).toBe(250_000_000);
  expect(costOf(gemini, { ...NO_USAGE, inputTokens: 200_001 })).toBe(500_002_500);
});

test("the papers' models have prices, and ended ones say so", async () => {
  const prices = await loadPrices();
  const spice = ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'deepseek-reasoner', 'deepseek-chat'];
  const codeTaste = ['claude-sonnet-4-5', 'claude-opus-4-6', 'gpt-5.1-codex-mini', 'gpt-5.2'];
  const open = ['MiniMax-M2.7', 'Qwen/Qwen3-Coder-30B-A3B-Instruct'];
  const ended = [...spice, ...codeTaste, ...open, 'claude-sonnet-4-6'].filter((model) => {
    const price = prices.priceOf(model);
    if (price === undefined) throw new Error(`no price for ${model}`);
    return price.ended !== undefined;
  });
  expect(ended).toEqual(['deepseek-reasoner', 'deepseek-chat']);
  expect(prices.priceOf('deepseek-r1')?.source).toContain('deepseek.com');
});

test('no split of a prompt into kinds costs more than its worst case', async () => {
  const prices = await loadPrices();
  const names = ['claude-sonnet-4-6', 'gpt-5.5', 'gemini-2.5-pro', 'claude-haiku-4-5'];
  const count = fc.integer({ min: 0, max: 400_000 });
  fc.assert(
    fc.property(fc.constantFrom(...names), count, count, count, count, (name, a, b, c, d) => {
      const price = prices.priceOf(name);
      if (price === undefined) throw new Error('no price');
      const usage = {
        inputTokens: a,
        cacheReadTokens: b,
        cacheWriteTokens: c,
        cacheWriteLongTokens: d,
        outputTokens: 0,
      };
      expect(costOf(price, usage)).toBeLessThanOrEqual(maxInputCost(price, a + b + c + d, true));
    }),
  );
});
