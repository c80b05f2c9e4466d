import { beforeAll, describe, expect, test } from 'vitest';
import { readDefinition, type Definition } from '../event-filter/definition.ts';
import { estimateCost, judgeRows, queryShard } from './bigquery-source.ts';
import { loadBigQuery, type BigQueryClient } from './client.ts';
import { activitySql, archiveSql } from './sql.ts';
import { archiveTables } from './tables.ts';

let definition: Definition;
beforeAll(async () => {
  definition = await readDefinition();
});

const NOW = Date.UTC(2026, 5, 15);

describe('tables of a range', () => {
  test.each([
    ['2024', '2024', ['githubarchive.year.2024']],
    [
      '2023-12',
      '2024-02-02',
      [
        'githubarchive.month.202312',
        'githubarchive.month.202401',
        'githubarchive.day.20240201',
        'githubarchive.day.20240202',
      ],
    ],
    ['2024-02-29-3', '2024-02-29-4', ['githubarchive.day.20240229']],
    ['2026-05', '2026-05', ['githubarchive.month.202605']],
  ])('%s to %s', (from, to, tables) => {
    expect(archiveTables(from, to, NOW)).toStrictEqual(tables);
  });

  test('this year and this month are read by their days', () => {
    const tables = archiveTables('2026-06', undefined, NOW);
    expect(tables).toHaveLength(14);
    expect(tables[0]).toBe('githubarchive.day.20260601');
  });
});

describe('the SQL', () => {
  test('contains the thresholds and keywords of the definition', () => {
    const sql = archiveSql(['githubarchive.year.2024'], definition);
    expect(sql).toContain('FROM `githubarchive.year.2024`');
    expect(sql).toContain('stars >= 90');
    expect(sql).toContain('2 * changed_files >= 45');
    expect(sql).toContain(
      "action = 'merged' OR (action = 'closed' AND (merged = 'true' OR merged IS NULL))",
    );
    expect(sql).toContain('refactor|refactors|refactored');
    const { thresholds } = definition;
    const stricter = {
      ...definition,
      thresholds: { ...thresholds, first: { ...thresholds.first, min_stars: 7 } },
    };
    expect(archiveSql(['t'], stricter)).toContain('stars >= 7');
    expect(activitySql({ from: 2015, to: 2016 }, definition)).toContain('BETWEEN 2015 AND 2016');
  });

  test('its regular expressions are valid in JavaScript and in RE2', () => {
    const sql = archiveSql(['t'], definition);
    const [, expression = ''] = /REGEXP_CONTAINS\(title, r'\(\?i\)([^']*)'\)/.exec(sql) ?? [];
    expect(expression).not.toMatch(/\(\?[=!<]/);
    const veto = new RegExp(expression, 'iu');
    expect(veto.test('Fixes it')).toBe(true);
    expect(veto.test('prefix and fixture')).toBe(false);
  });
});

describe('rows', () => {
  const golden = 'c'.repeat(40);
  const row = {
    repository: 'a/b',
    repository_id: '7',
    number: '12',
    golden,
    merged: 'yes',
    merged_at: '2024-01-01T00:00:00Z',
    title: 'Rename it',
    body: '',
    changed_files: '60',
    stars: '100',
    language: null,
  };

  test('are filtered by the same rules as other sources', () => {
    const { findings, coverage } = judgeRows(
      [
        row,
        { ...row, number: 13, title: 'Fix it' },
        { ...row, merged: 'unknown', title: null },
        { repository: '../..' },
      ],
      definition,
    );
    expect(findings.map(({ kind }) => kind)).toStrictEqual(['admitted', 'rejected', 'incomplete']);
    expect(coverage).toMatchObject({ records: 4, unreadable: 1 });
  });

  test("a commit's row has its whole message, and no stars", () => {
    const commit = {
      repository: 'a/b',
      golden,
      base: golden,
      title: 'x',
      body: 'Rename it (#9)\n\nAll of it',
      paths: 50,
    };
    const [finding] = judgeRows([commit], definition).findings;
    expect(finding).toMatchObject({
      kind: 'incomplete',
      missing: ['stars'],
      commit: { number: 9, title: 'Rename it (#9)', paths: { count: 50, rename_is: 2 } },
    });
  });
});

describe('the client', () => {
  function fake(bytes: number): { readonly client: BigQueryClient; readonly calls: object[] } {
    const calls: object[] = [];
    const job = {
      metadata: { statistics: { totalBytesProcessed: String(bytes) } },
      getQueryResults: async () => [[]] as const,
    };
    return {
      calls,
      client: {
        async createQueryJob(options) {
          calls.push(options);
          return [job] as const;
        },
      },
    };
  }

  test('a dry run returns the cost', async () => {
    const { client } = fake(2 ** 40);
    expect(await estimateCost(client, 'SELECT 1')).toStrictEqual({ bytes: 2 ** 40, usd: 6.25 });
  });

  test('a query that costs too much is not run; any other has a cost limit in BigQuery', async () => {
    const dear = fake(2 ** 42);
    await expect(queryShard(dear.client, 'SELECT 1', 20, definition).read()).rejects.toThrow(
      '4.00 TiB',
    );
    expect(dear.calls).toHaveLength(1);
    const cheap = fake(2 ** 30);
    await queryShard(cheap.client, 'SELECT 1', 6.25, definition).read();
    expect(cheap.calls.at(-1)).toMatchObject({ maximumBytesBilled: String(2 ** 40) });
  });

  test('the error explains how to install it', async () => {
    await expect(loadBigQuery(undefined)).rejects.toThrow(
      '@google-cloud/bigquery is not installed',
    );
  });
});
