import type { Digest, TaskFindings } from '@refbench/contracts';
import { parsePatch } from '@refbench/repos';
import { describe, expect, test } from 'vitest';
import { summarizeChange } from './change-summary.ts';
import { describeReview } from './describe-review.ts';
import { reviewTask } from './review-task.ts';
import type { TaskReviewState } from './task-review.ts';

const DIFF = [
  'diff --git a/src/old.js b/src/new.js',
  'similarity index 60%',
  'rename from src/old.js',
  'rename to src/new.js',
  'index 1111111..2222222 100644',
  '--- a/src/old.js',
  '+++ b/src/new.js',
  '@@ -1,2 +1,3 @@',
  ' one',
  '-two',
  '+2',
  '+3',
  'diff --git a/gone.js b/gone.js',
  'deleted file mode 100644',
  'index 1111111..0000000',
  '--- a/gone.js',
  '+++ /dev/null',
  '@@ -1 +0,0 @@',
  '-x',
  '',
].join('\n');

const SHA: Digest = `sha256:${'0'.repeat(64)}`;
const FINDINGS: TaskFindings = {
  text: SHA,
  prompt: SHA,
  golden: '0'.repeat(40),
  model: 'some-model',
  usd: 0.1,
  given_away: [
    {
      decision: 'The file goes to core.',
      quote: 'to core',
    },
  ],
  unsupported: 0,
};

test('the description shows counts, renames, the message, texts, states and findings', () => {
  const patch = parsePatch(Buffer.from(DIFF));
  if (patch.kind === 'rejected') throw new Error(patch.reason);
  const text = describeReview({
    instance: 'a__b-01234567',
    golden: '0123456789abcdef',
    change: summarizeChange('Move it\n\nAll of it.\n', patch),
    texts: {
      instructed: {
        text: '# Move it\n',
        state: { kind: 'reviewed', by: 'Ada', at: '2026-11-23', notes: 'Names agree.' },
        findings: [],
        model: undefined,
      },
      open: {
        text: undefined,
        state: { kind: 'missing-text' },
        findings: ['does not exist'],
        model: { kind: 'stale', changed: ['text'], findings: FINDINGS },
      },
    },
  });
  expect(text.split('\n').filter((line) => line !== '' && !/^=+$/.test(line))).toStrictEqual([
    'a__b-01234567: what golden (0123456789ab) does',
    '  Move it',
    '  All of it.',
    '2 files, +2 -2, 1 renamed',
    '  R  +2 -1  src/old.js -> src/new.js',
    '  D  +0 -1  gone.js',
    'task.instructed.md: reviewed by Ada on 2026-11-23',
    '  # Move it',
    'Notes of the review:',
    '  Names agree.',
    'The checks found nothing.',
    'task.open.md: does not exist',
    'Findings of the checks:',
    '  - does not exist',
    'Decisions of golden that it gives away, according to some-model, before a change of text:',
    '  - "to core": The file goes to core.',
  ]);
});

describe('asking about each text', () => {
  const unreviewed: TaskReviewState = { kind: 'unreviewed' };
  const changed: TaskReviewState = { kind: 'changed', by: 'Ada', at: '2026-11-23' };
  const reviewed: TaskReviewState = { ...changed, kind: 'reviewed', notes: '' };

  async function answer(
    lines: readonly string[],
    instructed = unreviewed,
  ): Promise<readonly (readonly string[])[]> {
    const input = [...lines];
    const accepted: string[][] = [];
    await reviewTask({
      states: { instructed, open: changed },
      ask: async () => input.shift(),
      show: () => undefined,
      accept: async (track, notes) => void accepted.push([track, notes]),
    });
    return accepted;
  }

  test.each<[string, readonly string[], readonly (readonly string[])[]]>([
    [
      'both',
      ['a', ' fine ', 'A', ''],
      [
        ['instructed', 'fine'],
        ['open', ''],
      ],
    ],
    ['the second one', ['s', 'a', 'ok'], [['open', 'ok']]],
    ['none after q', ['q', 'a', 'ok'], []],
    ['none at the end of the input', [], []],
    ['none if the input ends before the notes', ['a'], []],
    ['one after a wrong letter', ['x', 'a', '', 's'], [['instructed', '']]],
  ])('accepts %s', async (_, lines, accepted) => {
    expect(await answer(lines)).toStrictEqual(accepted);
  });

  test('a text with a valid review is not asked about again', async () => {
    expect(await answer(['a', 'ok'], reviewed)).toStrictEqual([['open', 'ok']]);
  });
});
