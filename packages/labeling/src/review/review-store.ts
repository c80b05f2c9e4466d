import type { LabelCriterion, Labels, LabelVote } from '@refbench/contracts';
import { Journal } from '@refbench/base';
import { labelsOf } from '../consensus/labels-of-votes.ts';
import { instanceSubject } from '../input/instance-task.ts';
import { readInstanceLabels, writeInstanceLabels } from '../labels-file.ts';
import {
  labelsOfFolder,
  peopleFile,
  readLabelFolder,
  type PersonRecord,
} from '../run/label-folder.ts';

/** What a reviewer sees of one instance. */
export interface ReviewItem {
  readonly labels: Labels;
  readonly issue: string;
  readonly patch: string;
  readonly testPatch: string;
}

/** Stores votes and decisions of people. Each is written before the next question. */
export interface ReviewStore {
  readonly items: () => Promise<readonly ReviewItem[]>;
  readonly add: (record: PersonRecord) => Promise<void>;
}

/** Stores reviews in a folder of `refbench label run`. */
export function folderStore(folder: string): ReviewStore {
  return {
    async items() {
      const read = await readLabelFolder(folder);
      const labels = labelsOfFolder(read);
      return read.tasks.flatMap(({ issue, patch, testPatch }, at) => {
        const own = labels[at];
        return own === undefined ? [] : [{ labels: own, issue, patch, testPatch }];
      });
    },
    async add(record) {
      await using journal = await Journal.open<PersonRecord>(peopleFile(folder));
      await journal.append(record);
    },
  };
}

/** An instance of this benchmark, with or without labels. */
export interface ReviewedInstance {
  readonly id: string;
  readonly dir: string;
  readonly base: string;
  readonly golden: string;
  readonly task: string;
  readonly patch: string;
  readonly testPatch: string;
}

/**
 * Stores reviews in labels.json of the instances. Votes on a different task text or different
 * commits are dropped.
 */
export function instanceStore(instances: readonly ReviewedInstance[]): ReviewStore {
  const labelsFor = async (instance: ReviewedInstance): Promise<Labels> => {
    const subject = instanceSubject(instance, instance.task);
    const stored = await readInstanceLabels(instance.dir);
    const isCurrent =
      stored?.subject.issue === subject.issue && stored.subject.change === subject.change;
    if (stored !== undefined && isCurrent) return stored;
    const about = { instance: instance.id, subject, issue_scale: 'rubric' as const };
    return labelsOf(about, { issue: [], tests: [], effort: [] });
  };
  return {
    items: () =>
      Promise.all(
        instances.map(async (instance) => ({
          labels: await labelsFor(instance),
          issue: instance.task,
          patch: instance.patch,
          testPatch: instance.testPatch,
        })),
      ),
    async add(record) {
      const instance = instances.find(({ id }) => id === record.instance);
      if (instance === undefined) throw new Error(`${record.instance} is not part of this review`);
      const labels = withRecord(await labelsFor(instance), record);
      await writeInstanceLabels(instance.dir, labels);
    },
  };
}

/** Adds a decision, or a vote that replaces the person's earlier vote. */
function withRecord(labels: Labels, record: PersonRecord): Labels {
  const votes = (criterion: LabelCriterion): readonly LabelVote[] => {
    const before = labels[criterion].votes;
    if (record.kind === 'decision' || record.criterion !== criterion) return before;
    const { annotator } = record.vote;
    const others = before.filter((one) => one.kind === 'model' || one.annotator !== annotator);
    return [...others, record.vote];
  };
  const decision = (criterion: LabelCriterion): Labels['issue']['decision'] =>
    record.kind === 'decision' && record.criterion === criterion
      ? record.decision
      : labels[criterion].decision;
  return labelsOf(
    labels,
    { issue: votes('issue'), tests: votes('tests'), effort: votes('effort') },
    { issue: decision('issue'), tests: decision('tests'), effort: decision('effort') },
  );
}
