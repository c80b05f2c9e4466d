import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCandidates } from './candidate-list.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-candidates-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const golden = 'a'.repeat(40);

async function reading(...lines: readonly string[]): Promise<unknown> {
  const path = join(folder, 'candidates.jsonl');
  await writeFile(path, `${lines.join('\n')}\n`);
  return await readCandidates(path);
}

it('reads lists of people and of mining, in their order', async () => {
  const lines = [
    { repository: 'koajs/koa', golden },
    { repository: 'koajs/koa', golden: 'b'.repeat(40), rank: 3, category: 'api', language: 'go' },
  ];
  const found = await reading(...lines.map((line) => JSON.stringify(line)), '');
  expect(found).toEqual(lines);
});

it('names the line that is no candidate', async () => {
  const good = JSON.stringify({ repository: 'koajs/koa', golden });
  await expect(reading(good, '{"repository":"koajs/koa"}')).rejects.toThrow(
    /line 2 is no candidate/,
  );
  await expect(reading(good, good.replace('koajs', 'KOAJS'))).rejects.toThrow(
    /line 2 repeats the commit of line 1/,
  );
});
