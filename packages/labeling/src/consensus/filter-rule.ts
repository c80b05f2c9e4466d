import type { Label, Labels } from '@refbench/contracts';

/** The highest severity that the filter of SWE-bench Verified accepts. */
export const MAX_ACCEPTABLE: Label = 1;

export interface Severities {
  readonly issue: Label | null;
  readonly tests: Label | null;
  /** Null if not assessed. */
  readonly otherMajorIssues: boolean | null;
}

export interface FilterVerdict {
  /** Null if a label is missing and no other condition decides. */
  readonly keep: boolean | null;
  /** All failed conditions and missing labels. */
  readonly reasons: readonly string[];
}

/**
 * Applies the three conditions of SWE-bench Verified: an instance is dropped if its issue or its tests have
 * a severity of 2 or 3, or if it has another major issue. If other major issues were not assessed, the
 * first two conditions decide.
 */
export function filterVerdict({ issue, tests, otherMajorIssues }: Severities): FilterVerdict {
  const failing = [
    ...severe('issue', issue),
    ...severe('tests', tests),
    ...(otherMajorIssues === true ? ['there is another major issue'] : []),
  ];
  const missing = [
    ...(issue === null ? ['issue has no label'] : []),
    ...(tests === null ? ['tests have no label'] : []),
  ];
  const keep = failing.length > 0 ? false : missing.length > 0 ? null : true;
  return { keep, reasons: [...failing, ...missing] };
}

function severe(name: string, label: Label | null): readonly string[] {
  return label !== null && label > MAX_ACCEPTABLE
    ? [`${name} ${label}, at most ${MAX_ACCEPTABLE} is good`]
    : [];
}

export function severitiesOf(labels: Labels): Severities {
  return {
    issue: labels.issue.label,
    tests: labels.tests.label,
    otherMajorIssues: labels.other_major_issues,
  };
}

/** True for votes on both sides without a moderator's decision. Such a label is unreliable. */
export function unsettled(labels: Labels): readonly ('issue' | 'tests')[] {
  return (['issue', 'tests'] as const).filter((criterion) => {
    const { controversial, decision } = labels[criterion];
    return controversial && decision === undefined;
  });
}
