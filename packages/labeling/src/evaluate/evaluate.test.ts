import type { Label, Labels, LabelVote } from '@refbench/contracts';
import { loadPrices } from '@refbench/models';
import { expect, test } from 'vitest';
import { labelsOf } from '../consensus/labels-of-votes.ts';
import type { PassRecord } from '../run/pass-record.ts';
import { accuracyOf } from './accuracy.ts';
import { alphaTable, bandOf } from './alpha-table.ts';
import { costElsewhere, humanCost, recordedCosts } from './costs.ts';
import { questionnaireCsv, questionnaireResults } from './questionnaire.ts';
import { rationaleFigures } from './rationales.ts';
import { decisionsOf, referenceOf } from './reference.ts';

const DIGEST = `sha256:${'0'.repeat(64)}` as const;

function labelled(instance: string, votes: readonly (Label | null)[], rationale = 'why'): Labels {
  const of = (label: Label | null, at: number): LabelVote => ({
    annotator: 'm',
    kind: 'model',
    pass: at + 1,
    label,
    rationale: label === null ? '' : rationale,
    failure: label === null ? 'none' : null,
    prompt: null,
  });
  const about = { instance, subject: { issue: DIGEST, change: DIGEST } };
  return labelsOf(
    { ...about, issue_scale: 'rubric' },
    { issue: votes.map(of), tests: [], effort: [] },
  );
}

const row = (instance_id: string, underspecified: string, extra: object = {}) => ({
  instance_id,
  underspecified,
  ...extra,
});

test('reference labels are the majority of annotators; conflicts wait for a moderator', () => {
  const rows = [
    ...['0', '0.0', '3'].map((label) => row('a__b-1', label, { underspecified_notes: 'n' })),
    ...['0', '1', '3'].map((label) => row('a__b-2', label, { difficulty: '1-4 hours' })),
    row('a__b-3', '', { date: '2024-02-15' }),
  ];
  const reference = referenceOf(rows, [], 'rows');
  expect(reference.get('a__b-1')?.labels.issue).toMatchObject({
    label: 0,
    conflict: false,
    given: [0, 0, 3],
    rationales: ['n', 'n', 'n'],
  });
  expect(reference.get('a__b-2')?.labels).toMatchObject({
    issue: { label: null, conflict: true },
    effort: { label: 2 },
  });
  expect(reference.get('a__b-3')).toMatchObject({
    week: '2024-W07',
    labels: { issue: { label: null } },
  });
  const decided = decisionsOf([{ instance_id: 'a__b-2', criterion: 'issue', label: 1 }], 'd');
  expect(referenceOf(rows, decided, 'rows').get('a__b-2')?.labels.issue).toMatchObject({
    label: 1,
    conflict: false,
    moderated: true,
  });
  expect(() => referenceOf([row('x', '4')], [], 'rows')).toThrow(/"4" is not a valid label/);
});

test('accuracy covers instances with both labels, and counts the others', () => {
  const reference = referenceOf(
    [
      row('a-1', '0'),
      row('a-2', '1'),
      row('a-3', '2'),
      row('a-4', '3'),
      row('a-5', '0'),
      row('a-5', '2'),
    ],
    [],
    'rows',
  );
  const ours = [
    labelled('a-1', [0]),
    labelled('a-2', [0]),
    labelled('a-3', [1]),
    labelled('a-4', [null]),
    labelled('a-5', [0]),
    labelled('a-6', [0]),
  ];
  const accuracy = accuracyOf('issue', ours, reference);
  expect(accuracy).toMatchObject({ compared: 3, unlabelled: 1, conflicts: 1 });
  expect(accuracy.exact).toBeCloseTo(1 / 3);
  expect(accuracy.binarised).toBeCloseTo(2 / 3);
  expect(accuracy.confusion).toEqual([
    [1, 0, 0, 0],
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test('alpha is computed by project and by week, and is undefined if all agree', () => {
  const rows = ['a__b-1', 'a__b-2', 'c__d-3', 'c__d-4'].flatMap((id, at) =>
    [at < 2 ? '0' : '3', at % 2 === 0 ? '1' : '3'].map((label) =>
      row(id, label, { week: `w${at % 2}` }),
    ),
  );
  const table = alphaTable('issue', [], referenceOf(rows, [], 'rows'));
  const find = (group: string) => table.find((one) => one.group === group);
  expect(find('all')).toMatchObject({ among: 'annotators', units: 4, by: 'all' });
  expect(find('all')?.alpha).toBeCloseTo(0.125, 10);
  expect(find('all')?.band).toBe('unreliable');
  expect(table.filter(({ by }) => by === 'project').map(({ group }) => group)).toEqual([
    'a/b',
    'c/d',
  ]);
  expect(find('w0')?.units).toBe(2);
  const equal = referenceOf([row('x', '0'), row('x', '1')], [], 'rows');
  expect(alphaTable('issue', [], equal)[0]).toMatchObject({ alpha: null, band: 'undefined' });
  expect([0.659, 0.66, 0.799, 0.8].map(bandOf)).toEqual([
    'unreliable',
    'tentative',
    'tentative',
    'reliable',
  ]);
});

test('rationales are compared with those of people, by words or by vectors', async () => {
  const rows = [
    row('a', '0', { underspecified_notes: 'steps are missing' }),
    row('b', '0', { underspecified_notes: 'clear example given' }),
  ];
  const reference = referenceOf(rows, [], 'rows');
  const ours = [labelled('a', [0], 'steps are missing'), labelled('b', [0], 'clear example given')];
  const words = await rationaleFigures('issue', ours, reference);
  expect(words).toMatchObject({ measure: 'words', pairs: 2, similarity: 1, background: 0 });
  expect(words.words).toEqual({ texts: 2, mean: 3, median: 3 });
  const embed = async (texts: readonly string[]) => texts.map(() => [1, 1]);
  expect(await rationaleFigures('issue', ours, reference, { name: 'e', embed })).toMatchObject({
    measure: 'e',
    similarity: 1,
    background: 1,
  });
});

test('a completed questionnaire is evaluated, and an adjudicator decides conflicts', () => {
  const csv = questionnaireCsv([labelled('a', [0], '=SUM(1), "quoted"\nline')]);
  expect(csv).toBe(
    'instance_id,criterion,label,rationale,rater_1,rater_2,adjudicator\r\na,issue,0,"\'=SUM(1), ""quoted""\nline",,,\r\n',
  );
  const answered = (rater_1: string, rater_2: string, adjudicator = '') => ({
    criterion: 'issue',
    rater_1,
    rater_2,
    adjudicator,
  });
  const rows = [
    answered('agree', 'Agree'),
    answered('disagree', 'disagree'),
    answered('agree', 'disagree', 'agree'),
    answered('agree', 'disagree'),
    answered('agree', ''),
  ];
  expect(questionnaireResults(rows, 'q')[0]).toMatchObject({
    answered: 4,
    agreed: 2,
    share: 2 / 3,
    differing: 2,
    undecided: 1,
  });
  expect(() => questionnaireResults([answered('maybe', '')], 'q')).toThrow(/"maybe"/);
});

test('the cost of annotators equals the published one', () => {
  const study = { instances: 1_000, annotators: 3, hourlyUsd: 100, minutes: 20, uncertainty: 0.1 };
  const { usd, lowUsd, highUsd } = humanCost(study);
  expect([usd, lowUsd, highUsd].map(Math.round)).toEqual([100_000, 81_000, 121_000]);
});

test('recorded costs count every pass, and the same tokens with other models', async () => {
  const pass: PassRecord = {
    instance: 'a',
    criterion: 'issue',
    pass: 1,
    model: 'm',
    prompt: DIGEST,
    outcome: { kind: 'failed', reason: 'no' },
    calls: 2,
    input_tokens: 2_000_000,
    cached_tokens: 1_000_000,
    output_tokens: 200_000,
    usd: 4,
    seconds: 3,
  };
  const costs = recordedCosts([pass, { ...pass, instance: 'b' }]);
  expect(costs).toMatchObject({
    instances: 2,
    calls: 4,
    usd: 8,
    perInstance: { usd: 4, seconds: 3 },
  });
  const price = (await loadPrices()).priceOf('claude-haiku-4-5');
  if (price === undefined) throw new Error('no price');
  // 1 x $1 + 1 x $0.1 + 0.2 x $5, and 2 x $1 + 0.2 x $5.
  const [other] = costElsewhere([pass], [{ model: 'h', price }]);
  expect(other?.usd).toBeCloseTo(2.1, 6);
  expect(other?.withoutCacheUsd).toBeCloseTo(3, 6);
});
