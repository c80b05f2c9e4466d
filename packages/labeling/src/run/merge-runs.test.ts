import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Label } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tasksOfRows } from '../input/label-task.ts';
import {
  claimFolder,
  labelsOfFolder,
  linesOf,
  readLabelFolder,
  writePlan,
  type LabelPlan,
} from './label-folder.ts';
import { mergeRuns } from './merge-runs.ts';
import type { PassRecord } from './pass-record.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merge-runs-'));
});
afterEach(() => rm(folder, { recursive: true }));

const DIGEST = `sha256:${'0'.repeat(64)}`;

const TASKS = tasksOfRows(
  [
    {
      instance_id: 'a__b-1',
      repo: 'a/b',
      base_commit: 'c'.repeat(40),
      problem_statement: 'It fails.',
      patch: 'p',
    },
  ],
  'rows',
);

function planOf(issue: LabelPlan['models']['issue'], more: Partial<LabelPlan> = {}): LabelPlan {
  return {
    schema: 1,
    tasks: DIGEST,
    kept_out: [],
    criteria: ['issue'],
    passes: 3,
    issue_scale: 'rubric',
    models: { issue, tests: 'unused', effort: 'unused', reader: null },
    prompts: DIGEST,
    context: { share: 0.8, tokens: null, map_tokens: null },
    ...more,
  };
}

function passOf(model: string, pass: number, label: Label | null): PassRecord {
  return {
    instance: 'a__b-1',
    criterion: 'issue',
    pass,
    model,
    prompt: DIGEST,
    outcome:
      label === null
        ? {
            kind: 'failed',
            reason: 'no answer',
          }
        : {
            kind: 'label',
            label,
            rationale: 'why',
          },
    calls: 1,
    input_tokens: 10,
    cached_tokens: 0,
    output_tokens: 1,
    usd: 0.5,
    seconds: 1,
  };
}

async function run(
  name: string,
  plan: LabelPlan,
  votes: readonly (Label | null)[],
): Promise<string> {
  const path = join(folder, name);
  const model = String(plan.models.issue);
  await writeFileAtomic(
    join(path, 'passes.jsonl'),
    linesOf(votes.map((label, at) => passOf(model, at + 1, label))),
  );
  await writePlan(path, plan, TASKS);
  return path;
}

test('votes of two models are joined, with the consensus over all', async () => {
  const one = await run('one', planOf('a'), [0, 0, 3]);
  const other = await run('other', planOf('b'), [3, 3, 3]);
  const to = join(folder, 'both');
  const { plan, labels } = await mergeRuns([one, other], to);
  expect(plan.models.issue).toEqual(['a', 'b']);
  expect(labels[0]?.issue).toMatchObject({ label: 3, decided_by: 'majority', controversial: true });
  expect(labels[0]?.issue.votes.map(({ annotator, label }) => [annotator, label])).toEqual([
    ...[0, 0, 3].map((label) => ['a', label]),
    ...[3, 3, 3].map((label) => ['b', label]),
  ]);
  expect(labelsOfFolder(await readLabelFolder(to))).toEqual(labels);
  expect(await readFile(join(to, 'labels.jsonl'), 'utf8')).toBe(linesOf(labels));
  // Merged votes cannot be continued, and never overwrite a run.
  await expect(claimFolder(to, planOf('a'), TASKS)).rejects.toMatchObject({ kind: 'usage' });
  await expect(mergeRuns([one, other], to)).rejects.toMatchObject({ kind: 'usage' });
});

test('passes of the same model are numbered on, and failed ones keep their cost', async () => {
  const one = await run('one', planOf('a', { passes: 2 }), [0, null]);
  const other = await run('other', planOf('a', { passes: 2 }), [1, 1]);
  const { plan, labels } = await mergeRuns([one, other], join(folder, 'both'));
  expect(plan).toMatchObject({ models: { issue: 'a' }, passes: 4 });
  expect(labels[0]?.issue.votes.map(({ pass, label }) => [pass, label])).toEqual([
    [1, 0],
    [2, null],
    [3, 1],
    [4, 1],
  ]);
  expect((await readLabelFolder(join(folder, 'both'))).allPasses).toHaveLength(4);
});

test('runs about other questions are not merged', async () => {
  const one = await run('one', planOf('a'), [0]);
  for (const [at, more] of (
    [
      { tasks: `sha256:${'1'.repeat(64)}` },
      { prompts: `sha256:${'1'.repeat(64)}` },
      { issue_scale: 'binary' },
    ] as const
  ).entries()) {
    const other = await run(`other-${at}`, planOf('b', more), [0]);
    await expect(mergeRuns([one, other], join(folder, 'to'))).rejects.toThrow(/they differ in/);
  }
  await expect(mergeRuns([one], join(folder, 'to'))).rejects.toMatchObject({ kind: 'usage' });
  await expect(mergeRuns([one, join(folder, 'no')], join(folder, 'to'))).rejects.toMatchObject({
    kind: 'invalid-file',
  });
});
