import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderCsv } from '@refbench/base';
import { drawFigure } from './figures/draw.ts';
import { miningFunnel } from './figures/mining-funnel.ts';
import { reportFigures } from './figures/report-figures.ts';
import { buildReport } from './model/build-report.ts';
import { buildComparison, comparisonSchema } from './model/comparison.ts';
import { reportSchema } from './model/report-schema.ts';
import { renderLatex } from './render/latex.ts';
import { renderMarkdown } from './render/markdown.ts';
import { renderText } from './render/text.ts';
import { exampleResults } from './reports.testkit.ts';
import { comparisonTables } from './tables/comparison-tables.ts';
import { reportTables } from './tables/report-tables.ts';
import type { Table } from './model/table.ts';
import { writeComparisonFiles } from './write-comparison.ts';
import { originLines } from './render/origin-lines.ts';
import { writeReportFiles } from './write-report.ts';

const OPTIONS = { seed: 1, permutations: 2000, resamples: 200, absent: 'zero' } as const;
const report = buildReport([exampleResults()], OPTIONS);

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-reports-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('buildReport', () => {
  it('conforms to its schema and is deterministic', () => {
    const whole = { ...report, cells: [...report.cells] };
    expect(reportSchema.parse(whole)).toEqual(whole);
    const again = buildReport([exampleResults()], OPTIONS);
    expect({ ...again, cells: [...again.cells] }).toEqual(whole);
  });

  it('separates agents that differ, and groups agents that do not', () => {
    const pair = report.comparisons.find(
      (one) => one.metric === 'ifr' && one.first === 'steady' && one.second === 'nop|<b>',
    );
    expect(pair).toMatchObject({ n: 12, wins: 12, losses: 0, method: 'exact' });
    expect(pair?.q).toBeLessThan(0.05);
    expect(
      report.groups.filter(({ metric }) => metric === 'ifr').map(({ agents }) => agents),
    ).toEqual([['steady'], ['lucky'], ['nop|<b>']]);
  });

  it('is a draft if there is a hole', () => {
    const set = exampleResults();
    const [first, ...rest] = set.observations;
    const hole = { kind: 'hole', reason: 'engine\u001b[31m gone' } as const;
    const observations = first === undefined ? [] : [{ ...first, result: hole }, ...rest];
    const draft = buildReport([{ ...set, observations }], OPTIONS);
    expect(draft.publishable).toBe(false);
    expect(draft.holes).toHaveLength(1);
    expect(originLines(draft).join('\n')).toContain('Not to be published: 1 result');
    expect(new Set(draft.summaries.map((one) => one.n))).toEqual(
      // No patch of o__r-00000007 has a precision.
      new Set([11, 10]),
    );
    expect(draft.leftOut[0]).toMatchObject({ metric: 'pass', instance: 'o__r-00000000' });
    const text = reportTables(draft).map(renderText).join('\n');
    expect(text).toContain('Holes: nothing may be published');
    expect(text).not.toContain('\u001b');
  });

  it('breaks alignment down by language', () => {
    const tables = reportTables(report).filter(({ id }) => id.startsWith('alignment-by-'));
    expect(tables.map(({ id }) => id)).toEqual(['alignment-by-language-open-direct']);
    expect(tables[0]?.head).toEqual(['agent', 'go (6)', 'rust (6)']);
  });
});

describe('drawFigure', () => {
  it('draws every figure as SVG and PNG, with run ids and digests', async () => {
    const figures = reportFigures(report);
    expect(figures.map(({ id }) => id)).toEqual([
      'scores-open-direct',
      'heat-map-open-direct',
      'cost-alignment',
      'precision',
    ]);
    for (const figure of figures) {
      const { svg, png } = await drawFigure(figure);
      expect(svg).toContain('run example, sha256:0a0a0a0a0a0a');
      expect(svg).toContain(`run example sha256:${'0a'.repeat(32)}</desc>`);
      expect(svg).not.toContain('<b>');
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      // An empty picture of this size packs into far less.
      expect(png.length).toBeGreaterThan(10_000);
    }
  });

  it('draws the funnel of mining', async () => {
    const stages = [
      { name: 'commits', count: 1_000_000 },
      { name: 'filtered', count: 5000 },
      { name: 'admitted', count: 0 },
    ];
    const { svg } = await drawFigure(
      miningFunnel(stages, { id: 'mined', digest: `sha256:${'cd'.repeat(32)}` }),
    );
    for (const text of ['1,000,000', '5,000 (0.50 %)', '0 (0.0 %)', 'mined, sha256:cdcdcdcdcdcd']) {
      expect(svg).toContain(text);
    }
  });
});

describe('renderers', () => {
  const table: Table = {
    id: 'odd',
    title: 'Odd & ends',
    head: ['name', 'value'],
    rows: [
      ['a|b_c\n<x>', '12.5 ±0.5'],
      ['50 % of $1 #2 {~^\\}', '-'],
    ],
    notes: ['a note'],
  };

  it('pads text, numbers to the right', () => {
    expect(renderText(table)).toBe(
      [
        'Odd & ends',
        '----------',
        'name                 value',
        'a|b_c <x>            12.5 ±0.5',
        '50 % of $1 #2 {~^\\}          -',
        '  a note',
      ].join('\n'),
    );
  });

  it('escapes Markdown', () => {
    expect(renderMarkdown(table)).toBe(
      '## Odd & ends\n\n| name | value |\n|---|---:|\n| a\\|b\\_c \\<x\\> | 12.5 ±0.5 |\n| 50 % of $1 #2 {~^\\\\} | - |\n\na note\n',
    );
  });

  it('escapes LaTeX', () => {
    const latex = renderLatex(table);
    expect(latex).toContain('a|b\\_c \\textless{}x\\textgreater{} & 12.5 $\\pm$0.5 \\\\');
    expect(latex).toContain(
      '50 \\% of \\$1 \\#2 \\{\\textasciitilde{}\\textasciicircum{}\\textbackslash{}\\} & - \\\\',
    );
    expect(latex).toContain('\\caption{Odd \\& ends. a note}');
    expect(latex).toContain('\\begin{tabular}{lr}');
  });

  it('quotes CSV fields, and escapes formulas', () => {
    expect(
      renderCsv([
        { a: 'x,"y"\nz', b: null, c: -1 },
        { a: '=1+1', b: 0.5, c: 2 },
      ]),
    ).toBe('a,b,c\r\n"x,""y""\nz",,-1\r\n\'=1+1,0.5,2\r\n');
    expect(renderCsv([])).toBe('\r\n');
  });
});

describe('writeReportFiles', () => {
  it('writes all formats, the JSON last', async () => {
    const folder = await temporaryFolder();
    const files = await writeReportFiles(folder, report);
    expect(files.at(-1)).toBe(join(folder, 'report.json'));
    const stored: unknown = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    expect(reportSchema.parse(stored)).toEqual({ ...report, cells: [...report.cells] });
    expect((await readdir(folder)).sort()).toEqual([
      'breakdowns.csv',
      'comparisons.csv',
      'endings.csv',
      'figures',
      'ranks.csv',
      'report.json',
      'report.md',
      'report.tex',
      'results.csv',
      'summaries.csv',
      'usage.csv',
    ]);
    const markdown = await readFile(join(folder, 'report.md'), 'utf8');
    expect(markdown).toContain(`run example: sha256:${'0a'.repeat(32)}, created by refbench 0.1.0`);
    expect(markdown).toContain('![precision](figures/precision.svg)');
  });
});

describe('buildComparison', () => {
  const set = exampleResults();
  const options = OPTIONS;

  it('compares two agents, including flips', async () => {
    const comparison = buildComparison(
      { set, choice: { agent: 'steady' } },
      { set, choice: { agent: 'lucky' } },
      options,
    );
    expect(comparisonSchema.parse(comparison)).toEqual(comparison);
    expect(comparison.first.name).toBe('steady open/direct');
    expect(comparison.flips.map(({ instance, reasons }) => [instance, reasons.join()])).toEqual([
      ['o__r-00000003', 'no result'],
      ['o__r-00000004', ''],
      ['o__r-00000005', ''],
      ['o__r-00000008', ''],
      ['o__r-0000000a', ''],
    ]);
    const [metrics] = comparisonTables(comparison);
    expect(metrics?.rows[0]?.slice(0, 5)).toEqual(['Pass', '12', '75.0', '66.7', '+8.3']);
    const folder = await temporaryFolder();
    await writeComparisonFiles(folder, comparison);
    expect((await readdir(folder)).sort()).toEqual([
      'comparison.csv',
      'comparison.json',
      'comparison.md',
      'comparison.tex',
    ]);
  });

  it('names the sources if the agents have the same name', () => {
    const other = { ...set, source: { ...set.source, id: 'again' } };
    const choice = { agent: 'steady' };
    const { first, second, metrics } = buildComparison(
      { set, choice },
      { set: other, choice },
      options,
    );
    expect([first.name, second.name]).toEqual([
      'steady open/direct (example)',
      'steady open/direct (again)',
    ]);
    expect(metrics[0]).toMatchObject({ difference: 0, p: 1, ties: 12 });
  });

  it('rejects an ambiguous agent', () => {
    const all = { set, choice: {} };
    expect(() => buildComparison(all, all, options)).toThrow(
      'the selection matches no agent or several agents in "example"',
    );
    const none = { set, choice: { agent: 'nobody' } };
    expect(() => buildComparison(none, none, options)).toThrow(
      'matches no agent or several agents',
    );
  });
});
