import type { Label, LabelCriterion, Labels } from '@refbench/contracts';
import { wilsonInterval, type Interval } from '@refbench/scoring';
import type { Reference } from './reference.ts';

export interface Accuracy {
  readonly criterion: LabelCriterion;
  /** Instances with a label on both sides. */
  readonly compared: number;
  /** Share of equal labels; null without any to compare. */
  readonly exact: number | null;
  /** Share of equal sides, {0, 1} and {2, 3}. For effort: at most, or more than, an hour. */
  readonly binarised: number | null;
  readonly interval: Interval | null;
  /** Rows: the reference; columns: ours. Counts. */
  readonly confusion: readonly (readonly number[])[];
  /** Instances that are not compared: no label of ours; annotators without a majority. */
  readonly unlabelled: number;
  readonly conflicts: number;
}

/** 0 for {0, 1}, 1 for {2, 3}. */
export function sideOf(label: Label): 0 | 1 {
  return label <= 1 ? 0 : 1;
}

/** How often labels are those of the reference, on the instances that both know. */
export function accuracyOf(
  criterion: LabelCriterion,
  all: readonly Labels[],
  reference: ReadonlyMap<string, Reference>,
): Accuracy {
  const confusion = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
  let [equal, sameSide, compared, unlabelled, conflicts] = [0, 0, 0, 0, 0];
  for (const labels of all) {
    const known = reference.get(labels.instance)?.labels[criterion];
    if (known === undefined) continue;
    if (known.conflict) conflicts += 1;
    if (known.label === null) continue;
    const { label } = labels[criterion];
    if (label === null) {
      unlabelled += 1;
      continue;
    }
    compared += 1;
    const row = confusion[known.label];
    if (row !== undefined) row[label] = (row[label] ?? 0) + 1;
    if (label === known.label) equal += 1;
    if (sideOf(label) === sideOf(known.label)) sameSide += 1;
  }
  const share = (count: number): number | null => (compared === 0 ? null : count / compared);
  return {
    criterion,
    compared,
    exact: share(equal),
    binarised: share(sameSide),
    interval: wilsonInterval(sameSide, compared),
    confusion,
    unlabelled,
    conflicts,
  };
}
