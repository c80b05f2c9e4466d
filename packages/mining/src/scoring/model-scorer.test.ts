import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadPrices, modelClient } from '@refbench/models';
import { startModelServer, type ModelServer } from '@refbench/models/scripted-provider';
import { readDefinition, type Definition } from '../event-filter/definition.ts';
import type { RankedCommit, Scorer } from './scorer.ts';
import { measurePatch } from '../diff-filter/measures.ts';
import { fillTemplate } from '@refbench/base';
import { modelScorer } from './model-scorer.ts';
import { readScoringPrompts } from './scoring-prompts.ts';

const good = {
  large_scale: 0.9,
  refactoring: 1,
  cohesion: 0.8,
  length: 0,
  triviality: 0,
  uncertainty: 0.1,
};
const bad = { ...good, refactoring: 0.1, triviality: 1 };
const diff = {
  refactoring: 0.9,
  complexity: 0.5,
  mixed_concerns: 0.1,
  risk: 0,
  uncertainty: 0,
  triviality: 0,
  automation: 0,
};

let definition: Definition;
let folder: string;
let server: ModelServer | undefined;
beforeAll(async () => {
  definition = await readDefinition();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-scores-'));
});
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

function rankedCommit(number: number, title: string): RankedCommit {
  const golden = number.toString(16).padStart(40, '0');
  const measures = measurePatch(
    { kind: 'parsed', files: [] },
    { of: () => '', benchmarkName: () => '' },
  );
  const commit = { repository: 'a/b', golden, merged: 'yes', title, chosen: true } as const;
  return {
    finding: { kind: 'admitted', commit, keywords: { strong: 1, weak: 0 } },
    measured: { kind: 'measured', repository: 'a/b', golden, base: golden, paths: 50, measures },
    measures,
  };
}

async function scorer(budgetUsd: number, keep_by_message = 1): Promise<Scorer> {
  server ??= await startModelServer({
    script: {
      rules: [
        { when: { prompt: 'Good title\n\nthe diff' }, answer: diff },
        { when: { prompt: 'Good title' }, answer: good },
        { when: { prompt: 'Bad title' }, answer: bad },
        { when: { prompt: 'Odd title\n\nthe diff' }, answer: { refactoring: 'much' } },
        { when: { prompt: 'Odd title' }, answer: good },
        { when: { prompt: 'Mad title' }, answer: { large_scale: 'very' } },
      ],
      usage: { input: 1000, output: 100 },
    },
  });
  const client = modelClient({
    provider: 'anthropic',
    model: 'claude-sonnet-4-6',
    apiKey: 'none',
    baseUrl: server.url,
    prices: await loadPrices(),
  });
  const { thresholds } = definition;
  const third = { ...thresholds.third, keep_by_message };
  return modelScorer({
    client,
    definition: { ...definition, thresholds: { ...thresholds, third } },
    prompts: await readScoringPrompts(),
    folder,
    budgetUsd,
    diffOf: async () => 'the diff',
    signal: AbortSignal.timeout(20_000),
  });
}

const commits = [rankedCommit(1, 'Bad title'), rankedCommit(2, 'Good title')];

describe('the model scorer', () => {
  test('scores all messages, then the best diffs, with the formulas of the paper', async () => {
    const { scored, rejected } = await (await scorer(1))(commits);
    expect(rejected.map(({ rankedCommit: { finding } }) => finding.commit.title)).toStrictEqual([
      'Bad title',
    ]);
    const [only] = scored;
    // message .915 - .02, diff .82 - 1.5 * .04
    expect(only?.score.score).toBeCloseTo((0.925 - 0.02 + 3 * (0.82 - 0.06)) / 4, 10);
    expect(only?.score).toMatchObject({ scorer: 'model', model: 'claude-sonnet-4-6', diff });
    expect(server?.requests()).toHaveLength(3);
  });

  test('stops before a request that the budget does not cover, and continues from there', async () => {
    await expect((await scorer(1e-9))(commits)).rejects.toThrow('budget');
    expect(server?.requests()).toHaveLength(1);
    const { scored } = await (await scorer(1))(commits);
    expect(scored).toHaveLength(1);
    // The message that was already scored is not requested again.
    expect(server?.requests()).toHaveLength(3);
    const lines = (await readFile(join(folder, 'scores.jsonl'), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(3);
  });
});

test('a commit without a fitting answer is rejected with the reason, and the others are ranked', async () => {
  const mad = rankedCommit(3, 'Mad title');
  const odd = rankedCommit(4, 'Odd title');
  const { scored, rejected } = await (await scorer(1, 3))([mad, odd, ...commits.slice(1)]);
  expect(scored.map(({ rankedCommit: { finding } }) => finding.commit.title)).toEqual([
    'Good title',
  ]);
  expect(rejected.map(({ why }) => [why.code, why.detail.slice(0, 26)])).toEqual([
    ['no-answer', 'no score of the message: t'],
    ['no-answer', 'no score of the diff: the '],
  ]);
  // Three answers about each of the two, three more calls that fit.
  expect(server?.requests()).toHaveLength(9);
  // Only what has no score is asked about again.
  await (
    await scorer(1, 3)
  )([mad, odd, ...commits.slice(1)]);
  expect(server?.requests()).toHaveLength(15);
});

test('a subject that contains the placeholder is inserted verbatim', () => {
  expect(fillTemplate('a {{subject}} b', { subject: '$& {{subject}}' })).toBe('a $& {{subject}} b');
});
