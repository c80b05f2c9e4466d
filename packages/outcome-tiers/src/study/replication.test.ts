import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHistory } from '@refbench/repos';
import { missingMirror, mirrorTemplate } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { codeSource } from '../eval/code-source.ts';
import { buildIndex, type BuiltIndex } from '../index/build-index.ts';
import { sourceFilter } from '../index/source-filter.ts';
import { pythonRandom } from '../random/python-random.ts';
import { drawSample } from '../sample/draw-sample.ts';
import { firstCharacters } from '../text/python-text.ts';
import { consistentLabels } from './consistent-labels.testkit.ts';
import { studyTickets } from './study.testkit.ts';

/** The pools of the study, in the order in which it drew from them. */
const POOLS = new Map([
  ['Automate', 5],
  ['Assist', 281],
  ['Escalate', 712],
]);
const NAME = 'spring-projects/spring-framework';

/** Positions in the pools, as drawn by the generator of the study. */
function drawnRanks(): readonly number[] {
  const random = pythonRandom(42);
  return [...POOLS.values()].flatMap((size) =>
    random.sample(
      Array.from({ length: size }, (_, rank) => rank),
      Math.min(30, size),
    ),
  );
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

test('the generator draws as many tickets of each tier as the study has', async () => {
  const tickets = await studyTickets();
  const ranks = drawnRanks();
  expect(tickets).toHaveLength(65);
  expect(ranks.slice(0, 9)).toEqual([0, 4, 2, 1, 3, 114, 71, 52, 279]);
  expect(ranks.slice(35, 38)).toEqual([470, 549, 127]);
  for (const tier of POOLS.keys()) {
    const own = tickets.filter((ticket) => ticket.tier === tier);
    expect(own).toHaveLength(Math.min(30, POOLS.get(tier) ?? 0));
  }
});

test('the commits, files, sample and diffs of the study, from the repository', async ({ skip }) => {
  const missing = missingMirror(NAME);
  skip(missing !== undefined, missing);
  const cacheDir = await mkdtemp(join(tmpdir(), 'replication-test-'));
  try {
    await using history = await openHistory({
      name: NAME,
      mirror: mirrorTemplate() ?? '',
      cacheDir,
    });
    if (history.kind === 'absent') throw new Error(history.reason);
    const options = {
      history,
      refs: ['branches', 'tags'],
      until: '2026-03-01T00:00:00Z',
      keys: { projects: ['SPR'], where: 'subject' },
      pick: 'newest',
      merges: 'skip',
      filter: await sourceFilter('java'),
    } as const;
    const plain = await buildIndex(options);
    expect(plain.counts).toMatchObject({
      mentioning: 11_424,
      keyed: 2_248,
      keys: 1_593,
      entries: 1_003,
    });
    await checkTickets(plain, codeSource(history));
    await checkSample(plain);
    checkDates(plain, await studyTickets());
  } finally {
    await rm(cacheDir, { recursive: true });
  }
});

async function checkTickets(
  { entries }: BuiltIndex,
  code: ReturnType<typeof codeSource>,
): Promise<void> {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  for (const ticket of await studyTickets()) {
    const { sha = '', parent = '', files = [] } = byKey.get(ticket.key) ?? {};
    expect([ticket.key, sha, files.length, digest(files.join('\n'))]).toEqual([
      ticket.key,
      ticket.sha,
      ticket.files,
      ticket.files_digest,
    ]);
    const preview = firstCharacters(await code.diff(parent, sha), 400);
    expect([ticket.key, digest(preview)]).toEqual([ticket.key, ticket.preview_digest]);
  }
}

async function checkSample({ entries }: BuiltIndex): Promise<void> {
  const tickets = await studyTickets();
  const ranks = drawnRanks();
  const known = tickets.map(({ key, tier }, at) => ({ key, tier, rank: ranks[at] ?? -1 }));
  const keys = entries.map(({ key }) => key);
  expect(consistentLabels(keys.toReversed(), known, POOLS)).toBeUndefined();
  const labels = consistentLabels(keys, known, POOLS);
  if (labels === undefined) throw new Error('no labels lead from this index to the sample');
  const labelled = entries.flatMap((entry) => {
    const tier = labels.get(entry.key);
    return tier === undefined ? [] : [{ ...entry, tier }];
  });
  expect(labelled).toHaveLength(998);
  const drawn = drawSample(labelled, { perTier: 30, seed: 42, tiers: [...POOLS.keys()] });
  expect(drawn.flatMap((tier) => tier.entries.map(({ key }) => key))).toEqual(
    tickets.map(({ key }) => key),
  );
}

/** The study claims that all commits date from 2009 to 2013. */
function checkDates({ entries }: BuiltIndex, tickets: readonly { readonly key: string }[]): void {
  const sampled = new Set(tickets.map(({ key }) => key));
  const years = entries
    .filter(({ key }) => sampled.has(key))
    .map(({ time }) => new Date((time ?? 0) * 1_000).getUTCFullYear());
  expect([Math.min(...years), Math.max(...years)]).toEqual([2008, 2018]);
}
