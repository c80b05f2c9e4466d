import type { Score } from '@refbench/contracts';
import { integrityCell, integrityNotes } from '@refbench/reports';
import { terminalText, textTable } from './terminal-text.ts';

const HEAD = [
  'instance',
  'agent',
  'outcome',
  'tests',
  'gone',
  'Pass',
  'by name',
  'IFR+',
  'IFR-',
  'IFR',
  'A',
  'Prec+',
  'Prec-',
  'Prec',
  // The definitions are in docs/strict-scores.md.
  'IFR strict',
  'A strict',
  'integrity',
];

/** Present only if an attempt incurred cost. */
const COST = 'USD';

/**
 * Formats the scores of a run as a table with one row per attempt, followed by the reasons of missing
 * figures.
 */
export function scoreTable(scores: readonly Score[]): string {
  const sorted = [...scores].sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  const paid = sorted.some((score) => score.usage !== undefined);
  const rows = paid
    ? [[...HEAD, COST], ...sorted.map((score) => [...row(score), cost(score)])]
    : [HEAD, ...sorted.map(row)];
  const table = textTable(rows, process.stderr);
  const notes = sorted.flatMap((score) =>
    notesOf(score).map(
      ([field, reason]) =>
        `  ${score.agent} on ${score.instance}: ${field}: ${terminalText(reason)}`,
    ),
  );
  return notes.length === 0 ? table : `${table}\n\nnotes\n${notes.join('\n')}`;
}

/** If the total of a figure is missing, its parts are not listed separately. */
function notesOf(score: Score): readonly (readonly [string, string])[] {
  const { reasons, warnings = [] } = score;
  const own = Object.entries(reasons).filter(([field]) => {
    const whole = field.replace(/\.(additive|reductive)$/, '.total');
    return whole === field || !(whole in reasons);
  });
  return [
    ...own,
    ...warnings.map((warning) => ['warning', warning] as const),
    ...integrityNotes(score).map((note) => ['integrity', note] as const),
  ];
}

function sortKey(score: Score): string {
  return `${score.instance} ${score.agent} ${score.repeat ?? 1}`;
}

function row(score: Score): readonly string[] {
  const { tests, ifr, precision } = score;
  return [
    score.instance,
    score.agent,
    score.verdict === 'model' ? score.outcome.kind : `${score.outcome.kind} (${score.verdict})`,
    score.no_tests === undefined ? `${tests.passed}/${tests.total}` : 'no tests',
    figure(tests.missing),
    ...[score.pass, score.pass_strict].map(figure),
    ...[ifr.additive, ifr.reductive, ifr.total, score.alignment.total].map(figure),
    ...[precision.additive, precision.reductive, precision.total].map(figure),
    ...strictCells(score),
    integrityCell(score.integrity, score.provisional),
  ];
}

function strictCells({ ifr_strict, alignment_strict }: Score): readonly string[] {
  return [ifr_strict.total, alignment_strict.total].map(figure);
}

function cost({ usage }: Score): string {
  return usage === undefined ? '-' : usage.usd.toFixed(2);
}

function figure(value: number | null): string {
  if (value === null) return '-';
  return Number.isInteger(value) ? String(value) : value.toFixed(3);
}
