import type { Label, LabelCriterion, Labels } from '@refbench/contracts';
import { wilsonInterval, type Interval } from '@refbench/scoring';
import type { Reference } from './reference.ts';

export interface Accuracy {
  readonly criterion: LabelCriterion;
  /** Instances with a label on both sides. */
  readonly compared: number;
  /** Share of equal labels. Null if nothing was compared. */
  readonly exact: number | null;
  /**
   * Share of labels on the same side, {0, 1} or {2, 3}. For effort, the sides are up to an hour and
   * more than an hour.
   */
  readonly binarised: number | null;
  readonly interval: Interval | null;
  /** Counts. Rows are labels of the reference, columns are labels of this run. */
  readonly confusion: readonly (readonly number[])[];
  /** Instances without a label in this run. */
  readonly unlabelled: number;
  /** Instances whose annotators have no majority. They are not compared. */
  readonly conflicts: number;
}

/** Returns 0 for {0, 1} and 1 for {2, 3}. */
export function sideOf(label: Label): 0 | 1 {
  return label <= 1 ? 0 : 1;
}

/** Measures how often labels equal those of the reference, on the instances that have both. */
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
