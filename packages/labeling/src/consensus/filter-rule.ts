import type { Label, Labels } from '@refbench/contracts';

/** The most that the filter of SWE-bench Verified lets pass. */
export const HIGHEST_GOOD: Label = 1;

export interface Severities {
  readonly issue: Label | null;
  readonly tests: Label | null;
  /** Null: nobody looked. */
  readonly otherMajorIssues: boolean | null;
}

export interface FilterVerdict {
  /** Null where a label is missing and nothing else decides. */
  readonly keep: boolean | null;
  /** Every condition that fails, and every label that is missing. */
  readonly reasons: readonly string[];
}

/**
 * The filter of SWE-bench Verified, all three conditions: an instance is dropped whose issue or whose tests
 * have a severity of 2 or 3, or that has another major issue. Where nobody looked for one, the other two
 * conditions decide.
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
  return label !== null && label > HIGHEST_GOOD
    ? [`${name} ${label}, at most ${HIGHEST_GOOD} is good`]
    : [];
}

export function severitiesOf(labels: Labels): Severities {
  return {
    issue: labels.issue.label,
    tests: labels.tests.label,
    otherMajorIssues: labels.other_major_issues,
  };
}

/** Votes on both sides that no moderator has settled: the label is not to be relied on. */
export function unsettled(labels: Labels): readonly ('issue' | 'tests')[] {
  return (['issue', 'tests'] as const).filter((criterion) => {
    const { controversial, decision } = labels[criterion];
    return controversial && decision === undefined;
  });
}
