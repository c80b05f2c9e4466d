import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Commit } from '../commit/commit.ts';
import { readDefinition, type Definition } from '../event-filter/definition.ts';
import { explainCommit } from '../explain.ts';
import { filterEvent } from '../event-filter/event-filter.ts';
import { collectAdmitted } from '../rank/collect.ts';
import type { Coverage, Shard } from '../sources/shard.ts';
import { mineShards } from './mine-shards.ts';
import { openMineFolder } from './mine-folder.ts';
import { requireMined, requireRanked } from './required.ts';

let definition: Definition;
let folder: string;
beforeAll(async () => {
  definition = await readDefinition();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-mine-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function commit(number: number, title = 'Refactor it'): Commit {
  const paths = { count: 60, rename_is: 2 as const };
  const golden = number.toString(16).padStart(40, 'a');
  return {
    repository: 'a/b',
    number,
    golden,
    merged: 'yes',
    title,
    stars: 100,
    paths,
    chosen: false,
  };
}

function shard(
  id: string,
  commits: readonly Commit[],
  reads: string[],
  status: Coverage['status'] = 'whole',
): Shard {
  return {
    id,
    async read() {
      reads.push(id);
      const findings = commits.map((each) => filterEvent(each, definition));
      return { coverage: { status, records: commits.length, unreadable: 0 }, findings };
    },
  };
}

describe('shards', () => {
  test('are read once, except failed and missing ones', async () => {
    const reads: string[] = [];
    const shards = [
      shard('one', [commit(1)], reads),
      shard('two', [commit(2)], reads, 'failed'),
      shard('three', [], reads, 'missing'),
      shard('four', [commit(4)], reads, 'truncated'),
    ];
    await mineShards({ folder, shards, jobs: 2 });
    const { reused, records } = await mineShards({ folder, shards, jobs: 1 });
    expect(reused).toBe(2);
    expect(records.map((record) => record.unit)).toStrictEqual(['two', 'three']);
    expect(reads).toStrictEqual(['one', 'two', 'three', 'four', 'two', 'three']);
  });

  test('are not started any more after too many failed in a row', async () => {
    const reads: string[] = [];
    const failing = (id: string): Shard => shard(id, [], reads, 'failed');
    const shards = [
      failing('one'),
      shard('two', [commit(2)], reads),
      failing('three'),
      failing('four'),
      shard('five', [commit(5)], reads),
    ];
    const { gaveUp } = await mineShards({ folder, shards, jobs: 1, mostFailures: 2 });
    expect(gaveUp).toBe('unknown');
    expect(reads).toStrictEqual(['one', 'two', 'three', 'four']);
    expect((await mineShards({ folder, shards, jobs: 1 })).gaveUp).toBeUndefined();
    expect(reads).toContain('five');
  });

  test('an incomplete line in the journal is ignored', async () => {
    const reads: string[] = [];
    const shards = [shard('one', [commit(1)], reads), shard('two', [commit(2)], reads)];
    await mineShards({ folder, shards: shards.slice(0, 1), jobs: 1 });
    await appendFile(join(folder, 'units.jsonl'), '{"unit":"two","cove');
    const { reused } = await mineShards({ folder, shards, jobs: 1 });
    expect(reused).toBe(1);
    expect(reads).toStrictEqual(['one', 'two']);
  });

  test('a commit in several shards counts once, and keeps its reason', async () => {
    const reads: string[] = [];
    const shards = [
      shard('one', [commit(1), commit(2, 'Fix it')], reads),
      shard('two', [commit(1), commit(3, 'Rename and split it')], reads),
    ];
    await mineShards({ folder, shards, jobs: 1 });
    const { kept, rejected } = await collectAdmitted(folder, definition);
    expect(kept.map(({ commit: { number } }) => number)).toStrictEqual([3, 1]);
    expect(rejected.map(({ number, why }) => [number, why.code])).toStrictEqual([[1, 'duplicate']]);
    const [step] = await explainCommit(folder, 'a/b#2');
    expect(step?.text).toBe('one: rejected, veto-word: the message says "fix"');
    expect(await explainCommit(folder, commit(3).golden ?? '')).toHaveLength(1);
    expect(await explainCommit(folder, 'a/b#99')).toStrictEqual([]);
    await expect(explainCommit(folder, 'abc123')).rejects.toThrow(
      '"abc123" is not a valid commit or pull request',
    );
  });
});

test('a command requires the results of the earlier stage', async () => {
  expect(() => requireMined(folder)).toThrow('contains no mined commits');
  await mineShards({ folder, shards: [shard('one', [commit(1)], [])], jobs: 1 });
  expect(() => requireRanked(folder)).toThrow('not ranked');
});

test('a folder belongs to one definition and one process', async () => {
  const other = { ...definition, digest: `sha256:${'0'.repeat(64)}` as const };
  {
    await using _held = await openMineFolder(folder, definition);
    await expect(openMineFolder(folder, definition)).rejects.toThrow('in use');
  }
  await expect(openMineFolder(folder, other)).rejects.toThrow('different definition');
  await using _again = await openMineFolder(folder, definition);
});
