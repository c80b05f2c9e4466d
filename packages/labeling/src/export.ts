import type { Labels } from '@refbench/contracts';
import { filterVerdict, severitiesOf } from './consensus/filter-rule.ts';
import type { Row } from './input/read-rows.ts';

const DIFFICULTIES = ['<15 min', '15 min - 1 hour', '1-4 hours', '>4 hours'] as const;

/**
 * Returns one flat row per instance for a published data set: the labels and their confidence, the
 * difficulty in words, and whether the filter keeps the instance.
 * @param sources columns of the labelled rows, which come first; empty for labels only
 * @param keptOnly excludes instances that the filter drops or that lack a label
 */
export function datasetRows(
  all: readonly Labels[],
  sources: ReadonlyMap<string, Row>,
  keptOnly: boolean,
): readonly Row[] {
  return all.flatMap((labels) => {
    const { instance, issue, tests, effort } = labels;
    const { keep } = filterVerdict(severitiesOf(labels));
    const doubtful = issue.controversial || tests.controversial;
    if (keptOnly && (keep !== true || doubtful)) return [];
    const flat = (['issue', 'tests', 'effort'] as const).flatMap((criterion) => {
      const { label, decided_by, decided_among, controversial, confidence, votes } =
        labels[criterion];
      const failed = votes.filter((vote) => vote.label === null).length;
      return Object.entries({
        label,
        decided_by,
        decided_among,
        controversial,
        agreement: confidence.labels,
        rationale_similarity: confidence.rationales,
        votes: votes.map((vote) => vote.label),
        failed_passes: failed,
        rationale: votes.find((vote) => vote.label === label)?.rationale ?? '',
      }).map(([key, value]) => [`${criterion}_${key}`, value] as const);
    });
    return [
      {
        ...sources.get(instance),
        instance_id: instance,
        ...Object.fromEntries(flat),
        difficulty: effort.label === null ? null : DIFFICULTIES[effort.label],
        issue_scale: labels.issue_scale,
        candidate_solution: issue.votes.some((vote) => vote.candidate_solution === true),
        other_major_issues: labels.other_major_issues,
        keep,
      },
    ];
  });
}
