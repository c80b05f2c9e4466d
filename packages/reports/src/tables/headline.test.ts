import type { Observation } from '@refbench/scoring';
import { expect, test } from 'vitest';
import { buildReport } from '../model/build-report.ts';
import type { ResultSet } from '../sources/result-set.ts';
import { exampleResults } from '../reports.testkit.ts';
import { headlineOf } from './headline.ts';
import { summaryTable } from './summary-table.ts';

const OPTIONS = { seed: 1, permutations: 2000, resamples: 200, absent: 'zero' } as const;

function changed(
  change: (observations: readonly Observation[]) => readonly Observation[],
): ResultSet {
  const set = exampleResults();
  return { ...set, observations: change([...set.observations]) };
}

test('three sentences: who did how well, how certain that is, what went wrong', () => {
  const [who, certain, wrong, ...rest] = headlineOf(buildReport([exampleResults()], OPTIONS));
  expect(rest).toEqual([]);
  expect(who).toMatch(
    /^steady has [\d.]+ % alignment over 12 instances, ahead of 2 others; next is lucky with [\d.]+ %\.$/,
  );
  expect(certain).toMatch(
    /^The 95 % interval of steady is \[[\d.]+, [\d.]+\]; \d of 3 pairs? of agents differ significantly, and 12 instances can show differences from about [\d.]+ points\.$/,
  );
  expect(wrong).toBe('3 attempts ended as timed-out.');
});

test('a hole forbids publication, and the first sentences still describe the rest', () => {
  const set = changed((observations) =>
    observations.map((one, index) =>
      index === 0 ? { ...one, result: { kind: 'hole', reason: 'the engine is gone' } } : one,
    ),
  );
  const report = buildReport([set], OPTIONS);
  expect(headlineOf(report).at(-1)).toMatch(/^1 missing result .* nothing may be published/);
  expect(summaryTable(report).rows[0]?.at(-3)).toBe('1');
});

test('reference agents alone are not ranked, and nothing is said about certainty', () => {
  const set = changed((observations) =>
    observations.map((one) => ({ ...one, reference: true, ending: 'completed' })),
  );
  expect(headlineOf(buildReport([set], OPTIONS))).toEqual([
    'There are results only of agents that are not ranked (steady, lucky, nop|<b>).',
    'Nothing went wrong: every planned result has a score.',
  ]);
  const [first] = headlineOf(buildReport([set], OPTIONS), { nameOf: () => 'golden' });
  expect(first).toBe('There are results only of agents that are not ranked (golden).');
});

test('each setting has its clause and its rows', () => {
  const set = changed((observations) => [
    ...observations,
    ...observations.map((one) => ({ ...one, track: 'instructed' })),
  ]);
  const report = buildReport([set], OPTIONS);
  expect(headlineOf(report)[0]).toMatch(/^In .*\/direct, steady has .*; in .*\/direct, steady has/);
  const table = summaryTable(report);
  expect(table.head[0]).toBe('setting');
  expect(table.rows).toHaveLength(6);
});

test('agents that differ are in different groups', () => {
  const rows = summaryTable(buildReport([exampleResults()], OPTIONS)).rows;
  const groups = new Map(rows.map((row) => [row[0], row[4]]));
  expect(groups.get('steady')).toMatch(/^[a-z]( [a-z])*$/);
  expect(new Set(groups.values()).size).toBeGreaterThan(1);
});

test('a reference agent comes last in the summary, whatever its score is', () => {
  const set = changed((observations) =>
    observations.map((one) => (one.agent === 'steady' ? { ...one, reference: true } : one)),
  );
  const rows = summaryTable(buildReport([set], OPTIONS)).rows;
  expect(rows.at(-1)?.[0]).toBe('steady (reference)');
  expect(rows.slice(0, -1).some(([agent]) => String(agent).includes('reference'))).toBe(false);
});
