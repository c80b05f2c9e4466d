import { RefbenchError, type Labels } from '@refbench/contracts';
import { renderCsv } from '@refbench/base';
import { cohenKappa, wilsonInterval, type Interval } from '@refbench/scoring';
import { cellText } from '../input/cell-text.ts';
import type { Row } from '../input/read-rows.ts';

const COLUMNS = [
  'instance_id',
  'criterion',
  'label',
  'rationale',
  'rater_1',
  'rater_2',
  'adjudicator',
] as const;

/**
 * Returns a CSV table with one row per label that has a rationale. Two raters write `agree` or
 * `disagree` in each row, and an adjudicator decides where they differ.
 */
export function questionnaireCsv(all: readonly Labels[]): string {
  const rows = all.flatMap((labels) =>
    (['issue', 'tests', 'effort'] as const).flatMap((criterion) => {
      const { label, votes } = labels[criterion];
      const vote = votes.find((one) => one.label === label && one.rationale !== '');
      if (label === null || vote === undefined) return [];
      return [{ instance_id: labels.instance, criterion, label, rationale: vote.rationale }];
    }),
  );
  return renderCsv(rows, COLUMNS);
}

export interface QuestionnaireResult {
  readonly criterion: string;
  /** Rows that both raters answered. */
  readonly answered: number;
  /** Rows with which both raters agree or, if they differ, the adjudicator. */
  readonly agreed: number;
  /** Share of `agreed` among the decided rows. */
  readonly share: number | null;
  readonly interval: Interval | null;
  /** Rows on which the raters differ. */
  readonly differing: number;
  /** Differing rows without an answer of the adjudicator. */
  readonly undecided: number;
  /** Cohen's kappa of the two raters. */
  readonly kappa: number | null;
}

/**
 * Evaluates a completed questionnaire.
 * @throws RefbenchError kind `invalid-file` for an invalid answer
 */
export function questionnaireResults(
  rows: readonly Row[],
  file: string,
): readonly QuestionnaireResult[] {
  const read = rows.map((row, at) => {
    const answer = (column: string): boolean | undefined =>
      answerOf(cellText(row, column), file, at, column);
    return {
      criterion: cellText(row, 'criterion'),
      first: answer('rater_1'),
      second: answer('rater_2'),
      third: answer('adjudicator'),
    };
  });
  const criteria = [...new Set(read.map(({ criterion }) => criterion))];
  return [...criteria, 'all'].map((criterion) => {
    const own = read.filter((one) => criterion === 'all' || one.criterion === criterion);
    const pairs = own.flatMap(({ first, second, third }) =>
      first === undefined || second === undefined ? [] : [{ first, second, third }],
    );
    const verdicts = pairs.map(({ first, second, third }) => (first === second ? first : third));
    const decided = verdicts.filter((verdict) => verdict !== undefined);
    const agreed = decided.filter(Boolean).length;
    return {
      criterion,
      answered: pairs.length,
      agreed,
      share: decided.length === 0 ? null : agreed / decided.length,
      interval: wilsonInterval(agreed, decided.length),
      differing: pairs.filter(({ first, second }) => first !== second).length,
      undecided: verdicts.length - decided.length,
      kappa: cohenKappa(pairs.map(({ first, second }) => [first, second] as const)),
    };
  });
}

function answerOf(value: string, file: string, at: number, column: string): boolean | undefined {
  const text = value.toLowerCase();
  if (text === '') return undefined;
  if (['agree', 'yes', 'y', '1'].includes(text)) return true;
  if (['disagree', 'no', 'n', '0'].includes(text)) return false;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: row ${at + 1}: "${text}" in ${column} is not a valid answer`,
    hint: 'write agree or disagree, or leave the cell empty',
  });
}
