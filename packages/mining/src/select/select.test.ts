import { expect, test } from 'vitest';
import { instanceIdOf } from '@refbench/contracts';
import { readLanguages } from '@refbench/code-facts';
import type { RankingEntry } from '../rank/ranking-file.ts';
import { measurePatch } from '../diff-filter/measures.ts';
import { readCategories } from './category.ts';
import { selectCandidates, type SelectionRules } from './select.ts';

const languages = await readLanguages();
const empty = measurePatch({ kind: 'parsed', files: [] }, languages);

function ranked(rank: number, repository: string, language: string): RankingEntry {
  const [golden, base] = [rank, rank + 100].map((each) => each.toString(16).padStart(40, '0'));
  return {
    rank,
    commit: { repository, golden, merged: 'yes', title: 'Move it', chosen: true },
    measured: {
      kind: 'measured',
      repository,
      golden: golden ?? '',
      base: base ?? '',
      paths: 50,
      measures: { ...empty, language },
    },
    score: { scorer: 'signals', score: 1 / rank },
  };
}

async function select(entries: readonly RankingEntry[], rules: Partial<SelectionRules>) {
  return selectCandidates(
    entries,
    { count: 10, perRepository: 2, quotas: {}, ...rules },
    {
      languages,
      categoryOf: await readCategories(),
      licenceOf: async (repository) =>
        repository === 'closed/one' ? { id: 'BUSL-1.1', open: false } : { id: 'MIT', open: true },
    },
  );
}

test('applies caps, quotas, licences and languages in rank order, each with its reason', async () => {
  const entries = [
    ranked(1, 'a/b', 'go'),
    ranked(2, 'A/b', 'go'),
    ranked(3, 'a/b', 'go'),
    ranked(4, 'c/d', 'go'),
    ranked(5, 'closed/one', 'python'),
    ranked(6, 'e/f', 'haskell'),
    ranked(7, 'e/f', 'typescript'),
    ranked(8, 'g/h', 'python'),
  ];
  const { candidates, rejected } = await select(entries, { count: 3, quotas: { go: 2 } });
  expect(
    candidates.map(({ id, rank, licence, category }) => [id, rank, licence, category]),
  ).toStrictEqual([
    ['a__b-00000000', 1, 'MIT', 'structural'],
    ['a__b-00000000', 2, 'MIT', 'structural'],
    ['e__f-00000000', 3, 'MIT', 'structural'],
  ]);
  expect(rejected.map(({ why }) => why.code)).toStrictEqual([
    'repository-cap',
    'language-quota',
    'licence',
    'language',
    'rank',
  ]);
});

test('accepts only the named licences', async () => {
  const { candidates } = await select([ranked(1, 'closed/one', 'go'), ranked(2, 'a/b', 'go')], {
    licences: ['BUSL-1.1'],
  });
  expect(candidates.map(({ repository }) => repository)).toStrictEqual(['closed/one']);
});

test('ids are lower case', () => {
  expect(instanceIdOf('Owner/Name.js', 'ABCDEF0123'.toLowerCase())).toBe('owner__name.js-abcdef01');
});
