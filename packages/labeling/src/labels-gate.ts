import type { Instance, Labels, Track } from '@refbench/contracts';
import { filterVerdict, severitiesOf, unsettled } from './consensus/filter-rule.ts';
import { instanceSubject } from './input/instance-task.ts';

export interface GateResult {
  readonly passed: boolean;
  /** Every reason to refuse. */
  readonly problems: readonly string[];
  /** What a reader should know besides. */
  readonly notes: readonly string[];
}

/**
 * Whether labels admit an instance: they are there, they are about the present task text and commits, every
 * criterion has a label, the filter keeps it, and nobody left a controversial label unsettled.
 * @param tasks the instance's task texts; labels may be about either
 */
export function labelsGate(
  instance: Pick<Instance, 'base' | 'golden'>,
  tasks: Readonly<Partial<Record<Track, string>>>,
  labels: Labels | undefined,
): GateResult {
  if (labels === undefined) return refused(['there is no labels.json']);
  const track = (['instructed', 'open'] as const).find((one) => {
    const text = tasks[one];
    return text !== undefined && instanceSubject(instance, text).issue === labels.subject.issue;
  });
  const current = instanceSubject(instance, '').change === labels.subject.change;
  const verdict = filterVerdict(severitiesOf(labels));
  const problems = [
    ...(track === undefined ? ['the labels are about another task text'] : []),
    ...(current ? [] : ['the labels are about other commits']),
    ...verdict.reasons,
    ...(labels.effort.label === null ? ['effort has no label'] : []),
    ...unsettled(labels).map((criterion) => `the label for ${criterion} is controversial`),
  ];
  const notes = [
    ...(track === undefined ? [] : [`labels of the ${track} task`]),
    ...(labels.other_major_issues === null ? ['nobody looked for other major issues'] : []),
    `issue ${labels.issue.label ?? '-'}, tests ${labels.tests.label ?? '-'}, effort ${labels.effort.label ?? '-'}, by ${labels.issue.decided_among}`,
  ];
  return { passed: problems.length === 0, problems, notes };
}

function refused(problems: readonly string[]): GateResult {
  return { passed: false, problems, notes: [] };
}
