import type { Instance, Labels, Track } from '@refbench/contracts';
import { filterVerdict, severitiesOf, unsettled } from './consensus/filter-rule.ts';
import { instanceSubject } from './input/instance-task.ts';

export interface GateResult {
  readonly passed: boolean;
  /** All reasons for rejection. */
  readonly problems: readonly string[];
  /** Additional remarks for the reader. */
  readonly notes: readonly string[];
}

/**
 * Checks whether labels admit an instance: they exist, they belong to the current task text and commits, all
 * criteria have a label, the filter keeps the instance, and every controversial label has a decision.
 * @param tasks the task texts of the instance; labels may belong to either of them
 */
export function labelsGate(
  instance: Pick<Instance, 'base' | 'golden'>,
  tasks: Readonly<Partial<Record<Track, string>>>,
  labels: Labels | undefined,
): GateResult {
  if (labels === undefined) return rejected(['labels.json does not exist']);
  const track = (['instructed', 'open'] as const).find((one) => {
    const text = tasks[one];
    return text !== undefined && instanceSubject(instance, text).issue === labels.subject.issue;
  });
  const current = instanceSubject(instance, '').change === labels.subject.change;
  const verdict = filterVerdict(severitiesOf(labels));
  const problems = [
    ...(track === undefined ? ['the labels refer to a different task text'] : []),
    ...(current ? [] : ['the labels refer to different commits']),
    ...verdict.reasons,
    ...(labels.effort.label === null ? ['effort has no label'] : []),
    ...unsettled(labels).map((criterion) => `the label for ${criterion} is controversial`),
  ];
  const notes = [
    ...(track === undefined ? [] : [`labels of the ${track} task`]),
    ...(labels.other_major_issues === null ? ['other major issues were not assessed'] : []),
    `issue ${labels.issue.label ?? '-'}, tests ${labels.tests.label ?? '-'}, effort ${labels.effort.label ?? '-'}, by ${labels.issue.decided_among}`,
  ];
  return { passed: problems.length === 0, problems, notes };
}

function rejected(problems: readonly string[]): GateResult {
  return { passed: false, problems, notes: [] };
}
