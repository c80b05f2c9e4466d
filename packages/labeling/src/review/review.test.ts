import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labelCriterionSchema } from '@refbench/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { labelsGate } from '../labels-gate.ts';
import { readInstanceLabels, keepVotesOfPeople } from '../labels-file.ts';
import { labelsOf } from '../consensus/labels-of-votes.ts';
import { instanceSubject } from '../input/instance-task.ts';
import { review, type ReviewResult } from './review-session.ts';
import { instanceStore, type ReviewedInstance } from './review-store.ts';
import { sideBySide } from './side-by-side.ts';

let folder = '';
let instance: ReviewedInstance;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'review-test-'));
  await mkdir(join(folder, 'i'));
  instance = {
    id: 'i',
    dir: join(folder, 'i'),
    base: 'a'.repeat(40),
    golden: 'b'.repeat(40),
    task: '# Do **it**',
    patch: '+x',
    testPatch: '',
  };
});
afterEach(() => rm(folder, { recursive: true }));

async function session(
  annotator: string,
  lines: readonly string[],
  moderate = false,
): Promise<ReviewResult & { readonly shown: string }> {
  const queue = [...lines];
  let shown = '';
  const result = await review({
    store: instanceStore([instance]),
    annotator,
    moderate,
    criteria: labelCriterionSchema.options,
    ask: async () => queue.shift(),
    show: (text) => void (shown += text),
    width: 80,
  });
  return { ...result, shown };
}

const ANN = ['0', 'clear', '1', 'fits', 'another name', 'n', '2', 'long'];

test('votes are stored immediately and not requested again', async () => {
  const first = await session('ann', ['9', 'p', ...ANN.slice(0, 2), 'q']);
  expect(first).toMatchObject({ votes: 1, open: 2 });
  expect(first.shown).toContain('Do it');
  expect(first.shown).toContain('+x');
  expect((await session('ann', ANN.slice(2))).votes).toBe(2);
  expect(await session('ann', [])).toMatchObject({ votes: 0, open: 0 });
  expect(await readInstanceLabels(instance.dir)).toMatchObject({
    issue: { label: 0, decided_by: 'single', decided_among: 'people' },
    tests: { label: 1, votes: [{ counter_example: 'another name', other_major_issues: false }] },
    effort: { label: 2 },
    other_major_issues: false,
  });
});

test('people who disagree are controversial until a moderator decides', async () => {
  const gate = async () =>
    labelsGate(instance, { open: instance.task }, await readInstanceLabels(instance.dir));
  expect(await gate()).toMatchObject({ passed: false, problems: ['labels.json does not exist'] });
  await session('ann', ANN);
  expect(await gate()).toMatchObject({ passed: true });
  await session('bob', ['2', 'vague', 'a', '', '', 'n', 's']);
  expect((await gate()).problems).toEqual([
    'issue 2, at most 1 is good',
    'the label for issue is controversial',
  ]);
  const decided = await session('mo', ['1', 'one sensible reading'], true);
  expect(decided).toMatchObject({ votes: 1, open: 0 });
  expect(await gate()).toMatchObject({ passed: true });
  // Votes of people are kept when models label again, and dropped if the text changes.
  const stored = await readInstanceLabels(instance.dir);
  const subject = instanceSubject(instance, instance.task);
  const about = { instance: 'i', subject, issue_scale: 'binary' as const };
  const fresh = labelsOf(about, { issue: [], tests: [], effort: [] });
  expect(keepVotesOfPeople(fresh, stored).issue).toMatchObject({
    label: 1,
    decided_by: 'moderator',
  });
  const other = labelsOf(
    { ...about, subject: instanceSubject(instance, 'new text') },
    { issue: [], tests: [], effort: [] },
  );
  expect(keepVotesOfPeople(other, stored).issue.votes).toEqual([]);
});

test('labels of a different text or of different commits are not valid', async () => {
  await session('ann', ANN);
  const labels = await readInstanceLabels(instance.dir);
  expect(labelsGate(instance, { instructed: 'changed' }, labels).problems).toEqual([
    'the labels refer to a different task text',
  ]);
  const moved = { ...instance, golden: 'c'.repeat(40) };
  expect(labelsGate(moved, { instructed: instance.task }, labels).problems).toEqual([
    'the labels refer to different commits',
  ]);
});

test('columns are side by side, or below each other in a narrow terminal', () => {
  const columns = ['one', 'two'].map((title) => ({ title, text: `${'word '.repeat(12)}end` }));
  const wide = sideBySide(columns, 80).split('\n');
  expect(wide[0]).toMatch(/^one +two$/);
  expect(wide.every((line) => line.length <= 80)).toBe(true);
  expect(sideBySide(columns, 30).split('\n')[0]).toBe('one');
});
