import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDefinition } from './event-filter/definition.ts';
import { filterEvent } from './event-filter/event-filter.ts';
import { mineShards } from './workspace/mine-shards.ts';
import { readFunnel } from './funnel.ts';
import { writeRanking } from './rank/ranking-file.ts';
import type { RejectedCommit } from './rank/collect.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-funnel-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function mine(titles: readonly string[]): Promise<void> {
  const definition = await readDefinition();
  const findings = titles.map((title, at) =>
    filterEvent(
      {
        repository: 'a/b',
        number: at,
        golden: at.toString(16).padStart(40, 'a'),
        merged: 'yes',
        title,
        stars: 100,
        paths: { count: 60, rename_is: 2 },
        chosen: false,
      },
      definition,
    ),
  );
  const coverage = { status: 'whole', records: 50, unreadable: 0 } as const;
  const unit = { id: 'one', read: () => Promise.resolve({ coverage, findings }) };
  await mineShards({ folder, shards: [unit], jobs: 1 });
}

test('counts only the stages that were run', async () => {
  await mine(['Refactor it', 'Rename and split it', 'Fix it']);
  const funnel = await readFunnel(folder);
  expect(funnel.stages.map(({ count }) => count)).toEqual([50, 3, 2]);
  expect(funnel).toMatchObject({ drops: [], incomplete: 0 });
});

test('counts the commits that passed a stage from those that later stages ranked or rejected', async () => {
  await mine(['Refactor it', 'Rename and split it', 'Fix it']);
  const before = await readFunnel(folder);
  const drop = (
    stage: RejectedCommit['why']['stage'],
    code: RejectedCommit['why']['code'],
  ): RejectedCommit => ({ repository: 'a/b', why: { stage, code, detail: '' } });
  await writeRanking(
    folder,
    [],
    [
      drop('first', 'duplicate'),
      drop('first', 'rank'),
      drop('second', 'unreachable'),
      drop('second', 'band-lines'),
      drop('second', 'band-lines'),
      drop('third', 'rank'),
    ],
  );
  const { stages, drops, digest } = await readFunnel(folder);
  expect(Object.fromEntries(stages.map(({ name, count }) => [name, count]))).toMatchObject({
    'each commit once': 5,
    measured: 3,
    'in the band of sizes': 1,
    ranked: 0,
  });
  expect(drops[0]).toEqual({ stage: 'first', code: 'duplicate', count: 1 });
  expect(drops).toContainEqual({ stage: 'second', code: 'band-lines', count: 2 });
  expect(digest).not.toBe(before.digest);
});
