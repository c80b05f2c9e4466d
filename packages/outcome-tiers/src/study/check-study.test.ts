import { join } from 'node:path';
import { NO_PUBLISHED_DATA, publishedData } from '@refbench/test-helpers';
import { describe, expect, test } from 'vitest';
import { compareModels } from '../compare/compare-models.ts';
import { checkStudy } from './check-study.ts';
import type { StudyCheck } from '../compare/study-check.ts';
import { publishedFigures } from './published.ts';
import { readResultsFile } from '../score/results-file.ts';
import { studyResults } from './study.testkit.ts';

async function checks(): Promise<readonly StudyCheck[]> {
  const options = { seed: 1, samples: 20_000, families: new Map<string, string>() };
  return checkStudy(compareModels(await studyResults(), options), await publishedFigures());
}

describe('the study, recomputed from its result files', () => {
  test('every figure of section 7 is reproduced', async () => {
    const figures = (await checks()).filter(({ section }) => /^7\.[12]$/.test(section));
    // Four models with five figures, twelve rows with four.
    expect(figures).toHaveLength(4 * 5 + 12 * 4);
    expect(figures.filter(({ holds }) => !holds)).toEqual([]);
    const ranges = (await checks()).filter(({ claim }) => claim.includes('range of a ticket'));
    expect(ranges.map(({ found, holds }) => [found, holds])).toEqual([
      ['0.1507', true],
      ['0.6180', true],
    ]);
  });

  test('some of its statements hold', async () => {
    const statements = (await checks()).filter(({ kind }) => kind === 'statement');
    expect(statements.map(({ section, holds }) => [section, holds])).toEqual([
      ['abstract', true],
      ['abstract', true],
      ['6.1', false],
      ['6.3', false],
      ['7.3', true],
      ['summary page', false],
      ['summary page', false],
    ]);
    expect(statements[2]?.found).toBe('5, overlap 0.164 to 0.73');
    expect(statements[3]?.found).toContain(
      'claude-opus-4-6: 56, 43, 31; claude-sonnet-4-6: 57, 45, 30',
    );
  });
});

test('known artefacts of the four files', async () => {
  const options = { seed: 1, samples: 1_000, families: new Map<string, string>() };
  const { artefacts, within, pairs } = compareModels(await studyResults(), options);
  expect(artefacts.map(({ capped, misses }) => [capped.length, misses.length])).toEqual([
    [9, 2],
    [14, 1],
    [1, 5],
    [1, 0],
  ]);
  expect(within).toMatchObject({
    tickets: 65,
    widest: 'SPR-7863',
    without_overlap: ['SPR-7505'],
  });
  expect(pairs).toHaveLength(12);
});

test('the original files of the study can be read', async ({ skip }) => {
  const folder = publishedData() ?? skip(NO_PUBLISHED_DATA);
  const kept = await studyResults();
  const files = kept.map(({ model }) => join(folder, 'vectors', `${model}.json`));
  const read = await Promise.all(files.map(readResultsFile));
  const options = { seed: 1, samples: 1_000, families: new Map<string, string>() };
  expect(compareModels(read, options)).toEqual(compareModels(kept, options));
  expect(read.flatMap(({ results }) => results)).toHaveLength(260);
});
