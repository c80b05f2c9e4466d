import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { limitText, readLimited } from './limited-text.ts';
import { readSpending } from './spending.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'refbench-evidence-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('a text keeps its start and its end', () => {
  expect(limitText('short')).toEqual({ text: 'short', cut: 0 });
  const { text, cut } = limitText('a'.repeat(10) + 'b'.repeat(10), 10);
  expect(text).toBe('aaaaa\n[10 characters are left out]\nbbbbb');
  expect(cut).toBe(10);
});

test('a large file is not read as a whole', async () => {
  const path = join(await folder(), 'log');
  await writeFile(path, `head${'x'.repeat(1_000_000)}tail`);
  const log = await readLimited(path);
  expect(log?.cut).toBe(800_008);
  expect(log?.text).toMatch(/^head[^]*\[800008 bytes are left out\][^]*tail$/);
  expect(await readLimited(`${path}.absent`)).toBeUndefined();
});

test('spending adds up, and a line that was cut off is skipped', async () => {
  const path = join(await folder(), 'usage.jsonl');
  const tokens = { input: 1, cache_read: 2, cache_write: 3, cache_write_1h: 0, output: 4 };
  const line = (at: string): string => `${JSON.stringify({ at, usd: 0.5, tokens })}\n`;
  await writeFile(
    path,
    `${line('2026-01-01T00:00:10Z')}${line('2026-01-01T00:01:00Z')}{"at":"2026-01`,
  );
  expect(await readSpending(path, '2026-01-01T00:00:00Z')).toEqual([
    { at: 10, usd: 0.5, inputTokens: 6, outputTokens: 4 },
    { at: 60, usd: 1, inputTokens: 12, outputTokens: 8 },
  ]);
  expect(await readSpending(`${path}.absent`, undefined)).toEqual([]);
});
