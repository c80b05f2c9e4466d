import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { drawFigure } from './figures/draw.ts';
import { reportFigures } from './figures/report-figures.ts';
import { buildReport } from './model/build-report.ts';
import { experimentTable, planExperiment } from './model/experiment-plan.ts';
import { buildJudgeReport, judgeTable } from './model/judge-accuracy.ts';
import { renderText } from './render/text.ts';
import { exampleResults } from './reports.testkit.ts';
import { reportTables } from './tables/report-tables.ts';

describe('planExperiment', () => {
  const request = { metric: 'ifr', difference: 0.05, power: 0.8 } as const;

  it('uses the spread of results, and corrects for their pairs', () => {
    const plan = planExperiment({ ...request, from: exampleResults() });
    expect(plan).toMatchObject({ basis: 'results', comparisons: 3, within: 0 });
    expect(plan.needed).toHaveLength(1);
    expect(plan.present).toMatchObject({ instances: 11 });
    expect(renderText(experimentTable(plan))).toContain('Run with --attempts 3 to measure');
  });

  it('needs fewer instances with more attempts, if attempts vary', () => {
    const { needed, basis } = planExperiment({ ...request, between: 0.2, within: 0.3 });
    expect(basis).toBe('given');
    expect(needed.map(({ repeats }) => repeats)).toEqual([1, 2, 3, 5, 10]);
    const counts = needed.map(({ instances }) => instances ?? 0);
    expect(counts).toEqual(counts.toSorted((left, right) => right - left));
    expect(new Set(counts).size).toBe(5);
  });

  it('states its assumptions, and rejects invalid input', () => {
    expect(planExperiment(request)).toMatchObject({ basis: 'assumed', comparisons: 1 });
    expect(() => planExperiment({ ...request, difference: 0 })).toThrow(
      'cannot plan the experiment',
    );
    expect(() => planExperiment({ ...request, power: 2 })).toThrow('cannot plan the experiment');
    const one = exampleResults();
    const alone = {
      ...one,
      observations: [...one.observations].filter(({ agent }) => agent === 'steady'),
    };
    expect(() => planExperiment({ ...request, from: alone })).toThrow('has no two agents');
  });
});

describe('buildJudgeReport', () => {
  const digest = `sha256:${'0a'.repeat(32)}`;
  const ratio = (total: number) => ({ additive: total, reductive: total, total });

  async function runs(ifrs: readonly { five: number; single: number; pick: number }[]) {
    const folder = await mkdtemp(join(tmpdir(), 'refbench-judge-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const write = async (path: string, content: string): Promise<void> => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    };
    const at = '2026-11-21T10:00:00Z';
    const usage = { usd: 0, requests: 1, input_tokens: 1, output_tokens: 1, client: null };
    const lines: string[] = [];
    for (const [index, { five, single, pick }] of ifrs.entries()) {
      const instance = `o__r-0000000${index}`;
      const key = { schema: 1, instance, agent: 'a', attempt: 1 };
      const outcome = { kind: 'completed', oom_seen: false };
      const inputs = { image: digest, prompt: digest, agent: digest };
      const judge = { schema: 1, phase: 'judge', outcome, inputs: { prompt: digest, model: 'm' } };
      await write(
        `five/${instance}/a/1/attempt.json`,
        JSON.stringify({
          ...key,
          outcome,
          harvested: { kind: 'none', reason: 'x' },
          inputs,
          started_at: at,
          duration_ms: 1,
          tool: 't',
          phases: [
            {
              ...judge,
              choice: 2,
              reasoning: '',
              tries: 1,
              started_at: at,
              duration_ms: 1,
              adopted_from: null,
            },
          ],
        }),
      );
      for (const [run, total] of [
        ['five', five],
        ['single', single],
      ] as const) {
        const score = {
          ...key,
          outcome,
          verdict: 'model',
          tests: { passed: 1, failed: 0, skipped: 0, total: 1, p_min: 1, f_max: 0 },
          pass: 1,
          ifr: ratio(total),
          alignment: ratio(total),
          precision: ratio(total),
          rules: { additive: { matched: 1, total: 1 }, reductive: { unmatched: 1, total: 1 } },
          digests: {
            patch: digest,
            image: digest,
            recipe: digest,
            ruleset: digest,
            baseline: null,
            tool: 't',
          },
          reasons: {},
        };
        await write(`${run}/${instance}/a/1/score.json`, JSON.stringify(score));
      }
      const control = {
        schema: 1,
        instance,
        agent: 'a',
        attempts: { multiplan: 1, plan: 1 },
        plans: Array<string>(6).fill(digest),
        seed: '0',
        order: [0, 1, 2, 3, 4, 5],
        inputs: { prompt: digest, model: 'm' },
        choice: pick,
        reasoning: '',
        tries: 1,
        usage,
        tool: 't',
        at,
      };
      lines.push(`${JSON.stringify(control)}\n`);
    }
    await write('five/plan-control.single.jsonl', lines.join(''));
    return { five: join(folder, 'five'), single: join(folder, 'single') };
  }

  it('counts right picks, and gives the figure if the judge is followed', async () => {
    const { five, single } = await runs([
      { five: 0.8, single: 0.5, pick: 2 },
      { five: 0.4, single: 0.6, pick: 2 },
      { five: 0.25, single: 0.75, pick: 5 },
      { five: 0.5, single: 0.5, pick: 5 },
      { five: 0.1, single: 0.9, pick: 0 },
    ]);
    const report = await buildJudgeReport(five, single, 'single', 'ifr');
    expect(report.accuracy).toMatchObject({ right: 2, wrong: 1, ties: 1, unobserved: 1 });
    expect(report).toMatchObject({ followed: 4, unscored: 0 });
    expect(report.implied).toBeCloseTo((0.8 + 0.4 + 0.75 + 0.5) / 4, 12);
    expect(report.multiplan).toBeCloseTo((0.8 + 0.4 + 0.25 + 0.5) / 4, 12);
    expect(report.plan).toBeCloseTo((0.5 + 0.6 + 0.75 + 0.5) / 4, 12);
    expect(renderText(judgeTable(report))).toContain('66.7');
  });

  it('rejects a run without judgements', async () => {
    await expect(buildJudgeReport('/nowhere', '/nowhere', 'x', 'ifr')).rejects.toThrow(
      'no judgements in',
    );
  });
});

describe('tables in the form of the paper', () => {
  const set = exampleResults();
  const both = {
    ...set,
    observations: [...set.observations].flatMap((one) => [
      {
        ...one,
        result:
          one.result.kind === 'scored'
            ? { ...one.result, size: { lines: 30, added: 20, removed: 10 } }
            : one.result,
      },
      { ...one, mode: 'plan' },
    ]),
  };
  const report = buildReport([both], { seed: 1, permutations: 10, resamples: 100 });
  const tables = new Map(reportTables(report).map((table) => [table.id, table]));

  it('has agents by mode, and what modes change', () => {
    expect(tables.get('modes-open')?.head.slice(0, 3)).toEqual([
      'agent',
      'direct Pass',
      'direct IFR',
    ]);
    expect(tables.get('modes-open')?.rows).toHaveLength(3);
    expect(tables.get('mode-changes-open')?.rows[0]?.slice(1, 3)).toEqual(['plan', '0.0 (0.0 %)']);
  });

  it('has sizes, the pooled row, and a grid of wins and losses', () => {
    const sizes = tables.get('sizes-open-direct');
    expect(sizes?.rows[0]?.slice(-3)).toEqual(['30.0 ±0.0', '20.0 ±0.0', '10.0 ±0.0']);
    expect(tables.get('alignment-by-language-open-direct')?.rows.at(-1)?.[0]).toBe('all agents');
    // The table of the paper has the sums of the matrices.
    const both = tables.get('wins-and-losses');
    expect(both?.head.slice(2)).toEqual(['Pass W/L', 'IFR W/L', 'A W/L', 'Prec W/L']);
    const ofIfr = both?.rows.filter(([setting]) => setting === 'open/direct');
    expect(ofIfr?.map((row) => row[3])).toEqual(['2/0', '1/1', '0/2']);
    const wins = tables.get('wins-ifr-open-direct');
    expect(wins?.rows.map((row) => row.slice(-2))).toEqual([
      ['2', '0'],
      ['1', '1'],
      ['0', '2'],
    ]);
  });
});

it('draws figures for a paper: no title or digest, as wide as a column', async () => {
  const report = buildReport([exampleResults()], { seed: 1, permutations: 10, resamples: 100 });
  for (const figure of reportFigures(report)) {
    const { svg, png } = await drawFigure(figure, 'paper');
    expect(svg).toMatch(figure.wide === true ? /width="7in"/ : /width="3.3in"/);
    expect(svg).not.toContain('sha256');
    expect(svg).not.toContain('<desc>');
    // The width in the header of a PNG, at 300 dots an inch.
    expect(png.readUInt32BE(16)).toBe(figure.wide === true ? 2100 : 990);
  }
});
