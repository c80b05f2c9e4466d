import { describe, expect, it } from 'vitest';
import { datasetFigures } from './figures/dataset-figures.ts';
import { drawFigure } from './figures/draw.ts';
import { buildDatasetReport, type DatasetInstance } from './model/dataset-report.ts';
import { datasetTables } from './tables/dataset-tables.ts';
import { funnelTables } from './tables/funnel-tables.ts';

function instance(at: number, own: Partial<DatasetInstance> = {}): DatasetInstance {
  return {
    id: `o__r-0000000${at}`,
    repository: 'o/r',
    language: 'go',
    category: 'api',
    untested: false,
    sourceFiles: 10,
    sourceLines: 1000 * at,
    changedFiles: 2 * at,
    diff: { added: 30 * at, removed: 10 },
    counted: { added: 20 * at, removed: 0 },
    additiveRules: 3,
    reductiveRules: 2,
    tests: 10 * at,
    words: { instructed: 100, open: null },
    ...own,
  };
}

const report = buildDatasetReport([
  instance(1),
  instance(2, { language: 'rust', repository: 'o/s' }),
  instance(3, { category: 'config', additiveRules: null, reductiveRules: null }),
  instance(4),
]);

describe('buildDatasetReport', () => {
  it('describes the distribution of each measure', () => {
    const measures = new Map(report.distributions.map((one) => [one.measure, one]));
    expect(measures.get('|L|')).toMatchObject({
      n: 4,
      mean: 50,
      least: 20,
      quartiles: [35, 50, 65],
      most: 80,
    });
    expect(measures.get('|L|')?.deviation).toBeCloseTo(Math.sqrt(2000 / 3), 12);
    // One instance has no rules yet, and none an open task.
    expect(measures.get('rules')).toMatchObject({ n: 3, mean: 5, deviation: 0 });
    expect(measures.has('words of the open task')).toBe(false);
    expect(report.repositories).toBe(2);
  });

  it('returns no deviation for a single instance', () => {
    const [first] = buildDatasetReport([instance(1)]).distributions;
    expect(first).toMatchObject({ n: 1, deviation: null });
  });
});

describe('datasetTables', () => {
  const tables = new Map(datasetTables(report).map((table) => [table.id, table]));

  it('has languages and categories, most frequent first', () => {
    expect(tables.get('dataset-by-language')?.rows).toEqual([
      ['go', '3', '75.0', '1', '5.3', '53.3', '53.3', '0.0', '5.0', '26.7', '100.0', '-'],
      ['rust', '1', '25.0', '1', '4.0', '40.0', '40.0', '0.0', '5.0', '20.0', '100.0', '-'],
    ]);
    const cross = tables.get('dataset-categories-by-language');
    expect(cross?.head).toEqual(['category', 'go', 'rust']);
    expect(cross?.rows).toEqual([
      ['api', '2', '1'],
      ['config', '1', '0'],
    ]);
    expect(tables.get('dataset-instances')?.rows[2]?.slice(-5)).toEqual([
      '-',
      '-',
      '30',
      '100',
      '-',
    ]);
    const untested = buildDatasetReport([instance(1, { untested: true, tests: null })]);
    expect(datasetTables(untested)[0]?.notes[0]).toContain('1 instance without tests');
    expect(datasetTables(untested).at(-1)?.rows[0]).toContain('no tests');
    expect(tables.get('dataset-repositories')?.rows).toEqual([
      ['o/r', '3', 'go', '10.0', '2666.7', '5.0', '26.7'],
      ['o/s', '1', 'rust', '10.0', '2000.0', '5.0', '20.0'],
    ]);
  });
});

it('draws what a data set is made of, and the sizes of its diffs', async () => {
  const figures = datasetFigures(report);
  expect(figures.map(({ id }) => id)).toEqual([
    'dataset-composition',
    'dataset-diff-lines',
    'dataset-diff-sizes',
  ]);
  for (const figure of figures) {
    const { svg } = await drawFigure(figure);
    expect(svg).toContain('4 instances of 2 repositories');
    expect(svg).not.toContain('NaN');
  }
  expect(datasetFigures(buildDatasetReport([]))).toEqual([]);
});

describe('funnelTables', () => {
  it('shows shares of the previous stage and of all candidates', () => {
    const [stages, drops] = funnelTables({
      stages: [
        { name: 'commits', count: 200 },
        { name: 'admitted', count: 20 },
        { name: 'ranked', count: 5 },
      ],
      drops: [{ stage: 'second', code: 'band-lines', count: 15 }],
      incomplete: 3,
    });
    expect(stages?.rows).toEqual([
      ['commits', '200', '-', '100.0'],
      ['admitted', '20', '10.0', '10.0'],
      ['ranked', '5', '25.0', '2.5'],
    ]);
    expect(stages?.notes.join()).toContain('3 more need');
    expect(drops?.rows).toEqual([['second', 'band-lines', '15']]);
    expect(funnelTables({ stages: [], drops: [], incomplete: 0 })).toEqual([]);
  });
});
