import { percent, percentRange, probability, signed, type Table } from '@refbench/reports';
import type { StudyCheck } from './study-check.ts';
import { THRESHOLDS, type TierComparison } from './compare-models.ts';
import type { Summary } from './summaries.ts';

/** Renders the tables of a comparison. Tables without rows are omitted. */
export function comparisonTables(
  comparison: TierComparison,
  checks: readonly StudyCheck[] = [],
): readonly Table[] {
  return [
    modelTable(comparison.models),
    tierTable(comparison.tiers),
    thresholdTable(comparison),
    withinTable(comparison),
    familyTable(comparison),
    pairTable(comparison),
    artefactTable(comparison),
    ...studyTables(checks),
  ].filter(({ rows }) => rows.length > 0);
}

function modelTable(rows: readonly Summary[]): Table {
  return {
    id: 'models',
    title: 'Models',
    head: [
      'model',
      'n',
      'failed',
      'missing',
      'pass',
      '95 % interval',
      'overlap',
      'sd',
      'tokens in',
      'tokens out',
      'USD',
    ],
    rows: rows.map((row) => [
      row.model,
      ...[row.n, row.failed, row.missing].map(String),
      percent(row.pass_rate),
      percentRange(row.pass_interval),
      decimals(row.overlap_mean),
      decimals(row.overlap_sd),
      decimals(row.input_mean, 0),
      decimals(row.output_mean, 0),
      decimals(row.usd, 2),
    ]),
    notes: [
      'Pass in per cent with Wilson intervals; overlap with the standard deviation of the sample.',
      'Questions that failed or were not asked are not part of any mean.',
    ],
  };
}

function tierTable(rows: readonly Summary[]): Table {
  return {
    id: 'tiers',
    title: 'Models by tier',
    head: [
      'model',
      'tier',
      'n',
      'pass',
      '95 % interval',
      'overlap',
      'sd',
      'tokens in',
      'tokens out',
    ],
    rows: rows.map((row) => [
      row.model,
      row.tier ?? '',
      String(row.n),
      percent(row.pass_rate),
      percentRange(row.pass_interval),
      decimals(row.overlap_mean),
      decimals(row.overlap_sd),
      decimals(row.input_mean, 0),
      decimals(row.output_mean, 0),
    ]),
    notes: [],
  };
}

function thresholdTable({ thresholds }: TierComparison): Table {
  return {
    id: 'thresholds',
    title: 'Passes at other thresholds of overlap, with the rank of the model',
    head: ['model', ...THRESHOLDS.map((each) => each.toFixed(2))],
    rows: thresholds.map(({ model, passes, places }) => [
      model,
      ...passes.map((count, at) => `${count} (${places[at] ?? ''})`),
    ]),
    notes: [],
  };
}

function withinTable({ within }: TierComparison): Table {
  const variance = within?.variance ?? null;
  const rows: string[][] = [];
  if (within !== undefined) {
    rows.push(
      ['mean range', decimals(within.mean_range)],
      ['widest range', `${decimals(within.max_range)} (${within.widest})`],
      ['tickets without any overlap', within.without_overlap.join(', ') || '0'],
    );
  }
  if (variance !== null) {
    rows.push(
      ['variance between tickets, per cent', percent(variance.tickets)],
      ['variance between models, per cent', percent(variance.models)],
      ['unexplained variance, per cent', percent(variance.rest)],
    );
  }
  return {
    id: 'within-ticket',
    title: `Differences between models on the same ticket (${within?.tickets ?? 0} common tickets)`,
    head: ['figure', 'value'],
    rows,
    notes: [
      'A range over models measures the models, not the tickets. The variance shares compare both.',
    ],
  };
}

function familyTable({ families, gaps }: TierComparison): Table {
  return {
    id: 'families',
    title: 'Families of models',
    head: ['family', 'overlap', 'gap, per cent'],
    rows: [
      ...families.map((each) => [
        `${each.name} (${each.models.join(', ')})`,
        decimals(each.overlap),
        each.inner_gap === null ? '-' : `${percent(each.inner_gap)} within`,
      ]),
      ...gaps.map(({ first, second, gap }) => [
        `${first} over ${second}`,
        '',
        gap === null ? '-' : percent(gap),
      ]),
    ],
    notes: [],
  };
}

function pairTable({ pairs }: TierComparison): Table {
  return {
    id: 'pairs',
    title: 'Pairs of models on their common tickets',
    head: ['metric', 'first', 'second', 'n', 'first - second', '95 % interval', 'p', 'q'],
    rows: pairs.map((pair) => [
      pair.metric,
      pair.first,
      pair.second,
      String(pair.n),
      signed(pair.difference),
      percentRange(pair.interval),
      probability(pair.p),
      probability(pair.q),
    ]),
    notes: [
      'In points of 100. p: two-sided paired sign-flip test; q: Benjamini-Hochberg over the pairs of the metric.',
    ],
  };
}

function artefactTable({ artefacts }: TierComparison): Table {
  return {
    id: 'artefacts',
    title: 'Distortions of the scores',
    head: [
      'model',
      'misses despite overlap',
      'their overlap',
      'capped',
      'empty',
      'without an answer',
    ],
    rows: artefacts.map(({ model, misses, capped, empty, unscored }) => [
      model,
      String(misses.length),
      misses.length === 0
        ? '-'
        : `${decimals(misses[0]?.overlap ?? 0)} to ${decimals(misses.at(-1)?.overlap ?? 0)}`,
      ...[capped, empty, unscored].map(({ length }) => String(length)),
    ]),
    notes: [
      'A miss names no changed file although its overlap is at least 0.1. A capped answer reached the maximum length.',
    ],
  };
}

/** Uses separate tables for figures and statements, because statements need more space. */
function studyTables(checks: readonly StudyCheck[]): readonly Table[] {
  const figures = checks.filter(({ kind }) => kind === 'figure');
  const statements = checks.filter(({ kind }) => kind === 'statement');
  return [
    studyTable('study-figures', "The study's figures", figures),
    studyTable('study-statements', "The study's statements", statements),
  ];
}

function studyTable(id: string, title: string, checks: readonly StudyCheck[]): Table {
  const holding = checks.filter(({ holds }) => holds).length;
  return {
    id,
    title: `${title}: ${holding} of ${checks.length} hold`,
    head: ['section', 'claim', 'published', 'found', 'holds'],
    rows: checks.map((check) => [
      check.section,
      check.claim,
      check.published,
      check.found,
      check.holds ? 'yes' : 'NO',
    ]),
    notes: [],
  };
}

function decimals(value: number | null, digits = 3): string {
  return value === null ? '-' : value.toFixed(digits);
}
