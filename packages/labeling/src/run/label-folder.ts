import { join } from 'node:path';
import {
  digestSchema,
  labelCriterionSchema,
  labelVoteSchema,
  RefbenchError,
  type CriterionLabels,
  type LabelCriterion,
  type Labels,
} from '@refbench/contracts';
import {
  canonicalJson,
  parseJson,
  readJournal,
  readJsonFile,
  writeFileAtomic,
  writeJsonFile,
} from '@refbench/base';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { labelsOf, type Votes } from '../consensus/labels-of-votes.ts';
import type { LabelTask } from '../input/label-task.ts';
import { latestPasses, passKey, passRecordSchema, voteOf, type PassRecord } from './pass-record.ts';
import { labellersOf, labellersSchema } from './plan-models.ts';

/** The plan determines all questions of a run. A folder contains the passes of one plan only. */
const labelPlanSchema = z.strictObject({
  schema: z.literal(1),
  /** Digest of all tasks. */
  tasks: digestSchema,
  /** Rows that are excluded because the prompts were developed with them. */
  kept_out: z.array(z.string()),
  criteria: z.array(labelCriterionSchema).min(1),
  passes: z.int().min(1).max(99),
  issue_scale: z.enum(['binary', 'rubric']),
  models: z.strictObject({
    issue: labellersSchema,
    tests: labellersSchema,
    effort: labellersSchema,
    /** Null if answers are structured, so that no reader model is needed. */
    reader: z.string().nullable(),
  }),
  prompts: digestSchema,
  context: z.strictObject({
    share: z.number().positive().max(1),
    /** Null for the default of the model. */
    tokens: z.int().positive().nullable(),
    map_tokens: z.int().nonnegative().nullable(),
    /**
     * The most that the default of a model may be. It is part of the plan, because a run with another
     * limit asks other questions. Runs of earlier versions had none.
     */
    most_tokens: z.int().positive().optional(),
  }),
  /** Digests of the plans whose votes `label merge` joined. Such a folder is never labelled further. */
  merged: z.array(digestSchema).min(2).optional(),
});
export type LabelPlan = z.infer<typeof labelPlanSchema>;

const taskSchema = z.strictObject({
  instance: z.string(),
  repository: z.string(),
  base: z.string(),
  issue: z.string(),
  patch: z.string(),
  testPatch: z.string(),
  subject: z.strictObject({ issue: digestSchema, change: digestSchema }),
});

const decisionSchema = z.strictObject({
  moderator: z.string().min(1),
  label: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  rationale: z.string().min(1),
});

/** One line of people.jsonl. A later vote of a person replaces the earlier one. So does a decision. */
const personRecordSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('vote'),
    instance: z.string(),
    criterion: labelCriterionSchema,
    vote: labelVoteSchema,
  }),
  z.strictObject({
    kind: z.literal('decision'),
    instance: z.string(),
    criterion: labelCriterionSchema,
    decision: decisionSchema,
  }),
]);
export type PersonRecord = z.infer<typeof personRecordSchema>;

/** The complete content of a folder of `refbench label run`. */
export interface LabelFolder {
  readonly plan: LabelPlan;
  readonly tasks: readonly LabelTask[];
  readonly passes: ReadonlyMap<string, PassRecord>;
  readonly people: readonly PersonRecord[];
  /** All lines of passes.jsonl, including those of retried passes, because each incurred cost. */
  readonly allPasses: readonly PassRecord[];
}

export const passesFile = (folder: string): string => join(folder, 'passes.jsonl');
export const peopleFile = (folder: string): string => join(folder, 'people.jsonl');
const planFile = (folder: string): string => join(folder, 'run.json');
const tasksFile = (folder: string): string => join(folder, 'tasks.jsonl');
const labelsFile = (folder: string): string => join(folder, 'labels.jsonl');

/**
 * Writes the plan and its tasks, or checks those that exist.
 * @throws RefbenchError `usage` if the folder belongs to a different plan
 */
export async function claimFolder(
  folder: string,
  plan: LabelPlan,
  tasks: readonly LabelTask[],
): Promise<void> {
  const stored = await readJsonFile(planFile(folder), labelPlanSchema);
  if (stored.kind === 'absent') return await writePlan(folder, plan, tasks);
  if (stored.kind === 'invalid') throw unreadable(planFile(folder), stored.reason);
  if (stored.value.merged !== undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${folder} contains the merged votes of several runs, which cannot be continued`,
      hint: 'specify another folder with --to, and merge again',
    });
  }
  const differing = (Object.keys(plan) as (keyof LabelPlan)[]).filter(
    (key) => canonicalJson(plan[key]) !== canonicalJson(stored.value[key]),
  );
  if (differing.length === 0) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `${folder} contains labels of a different plan; these fields differ: ${differing.join(', ')}`,
    hint: 'specify another folder with --to, or repeat the original command',
  });
}

export async function writePlan(
  folder: string,
  plan: LabelPlan,
  tasks: readonly LabelTask[],
): Promise<void> {
  await writeFileAtomic(tasksFile(folder), linesOf(tasks));
  await writeJsonFile(planFile(folder), plan);
}

/** Writes labels.jsonl, which follows from the votes in the folder. */
export async function writeLabels(folder: string, labels: readonly Labels[]): Promise<void> {
  await writeFileAtomic(labelsFile(folder), linesOf(labels));
}

/** Formats values as JSON Lines. */
export function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/**
 * Reads the folder of a labelling run.
 * @throws RefbenchError `invalid-file` if the folder contains no labelling run
 */
export async function readLabelFolder(folder: string): Promise<LabelFolder> {
  const plan = await readJsonFile(planFile(folder), labelPlanSchema);
  if (plan.kind !== 'valid') {
    throw unreadable(planFile(folder), plan.kind === 'absent' ? 'it is missing' : plan.reason);
  }
  const lines = (await readFile(tasksFile(folder), 'utf8')).split('\n').filter(Boolean);
  const tasks = lines.map((line) => {
    const task = parseJson(line, taskSchema);
    if (task.kind === 'invalid') throw unreadable(tasksFile(folder), task.reason);
    return task.value;
  });
  const { events: allPasses } = await readJournal(passesFile(folder), passRecordSchema);
  const { events: people } = await readJournal(peopleFile(folder), personRecordSchema);
  return { plan: plan.value, tasks, passes: latestPasses(allPasses), people, allPasses };
}

/** Returns the labels of all tasks, in task order. The order of the journal's lines does not matter. */
export function labelsOfFolder(folder: LabelFolder): readonly Labels[] {
  const { plan, tasks, people } = folder;
  const byInstance = new Map<string, PersonRecord[]>();
  for (const record of people) {
    byInstance.set(record.instance, [...(byInstance.get(record.instance) ?? []), record]);
  }
  return tasks.map(({ instance, subject }) => {
    const own = byInstance.get(instance) ?? [];
    const votes = (criterion: LabelCriterion): Votes['issue'] => [
      ...labellersOf(plan, criterion).flatMap((model) =>
        passNumbers(plan, criterion).flatMap((pass) => {
          const record = folder.passes.get(passKey({ instance, criterion, model, pass }));
          return record === undefined ? [] : [voteOf(record)];
        }),
      ),
      ...latestVotes(own, criterion),
    ];
    const about = { instance, subject, issue_scale: plan.issue_scale };
    return labelsOf(
      about,
      { issue: votes('issue'), tests: votes('tests'), effort: votes('effort') },
      {
        issue: latestDecision(own, 'issue'),
        tests: latestDecision(own, 'tests'),
        effort: latestDecision(own, 'effort'),
      },
    );
  });
}

export function passNumbers(plan: LabelPlan, criterion: LabelCriterion): readonly number[] {
  if (!plan.criteria.includes(criterion)) return [];
  return Array.from({ length: plan.passes }, (_, at) => at + 1);
}

function latestVotes(records: readonly PersonRecord[], criterion: LabelCriterion): Votes['issue'] {
  const votes = records.flatMap((record) =>
    record.kind === 'vote' && record.criterion === criterion ? [record.vote] : [],
  );
  return [...new Map(votes.map((vote) => [vote.annotator, vote])).values()];
}

function latestDecision(
  records: readonly PersonRecord[],
  criterion: LabelCriterion,
): CriterionLabels['decision'] {
  const last = records.findLast(
    (record) => record.kind === 'decision' && record.criterion === criterion,
  );
  return last?.kind === 'decision' ? last.decision : undefined;
}

function unreadable(path: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${reason}`,
    hint: 'specify a folder that "refbench label run" created',
  });
}
