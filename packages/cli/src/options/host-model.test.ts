import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadPrices } from '@refbench/models';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteLastDays } from './host-model.ts';

let printed: string;
beforeEach(() => {
  printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const price = { aliases: [], max_output_tokens: 1, usd_per_million: { input: 1, output: 1 } };

test('a model that is not served for long is named, and one that is served for years is not', () => {
  const now = Date.parse('2026-11-01');
  noteLastDays('old', { ...price, retires: '2026-11-30' }, now);
  noteLastDays('new', { ...price, retires: '2028-01-01' }, now);
  noteLastDays('other', price, now);
  expect(printed).toBe(
    'note: the provider stops serving old on 2026-11-30; results cannot be repeated afterwards\n',
  );
});

const root = resolve(import.meta.dirname, '../../../..');

/** What a reader copies first. The page on the papers also names the models of their time. */
const PAGES = [
  'README.md',
  'docs/commands.md',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
];

test('no example names a model that its provider gives up', async () => {
  const prices = await loadPrices({});
  const named = PAGES.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    return [...text.matchAll(/--(?:judge-|embedding-)?models? ([^\s`'")]+)/g)].flatMap(
      ([, list = '']) => list.split(',').map((one) => one.replace(/^.*[=/]/, '')),
    );
  });
  expect(named.length).toBeGreaterThan(10);
  const ending = [...new Set(named)].filter((name) => {
    const found = prices.priceOf(name);
    return found?.ended !== undefined || found?.retires !== undefined;
  });
  expect(ending).toEqual([]);
});
