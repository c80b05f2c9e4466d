import type { CriterionLabels, Labels, LabelVote } from '@refbench/contracts';
import { consensus } from './consensus.ts';
import { meanOverPairs, wordSimilarity } from './rationale-similarity.ts';

/** Derives the label of one criterion from its votes and the moderator's decision. */
export function criterionLabels(
  votes: readonly LabelVote[],
  decision?: CriterionLabels['decision'],
): CriterionLabels {
  const people = votes.filter(({ kind }) => kind === 'person');
  const models = votes.filter(({ kind }) => kind === 'model');
  const counting = people.length > 0 ? people : models;
  const { label, method, controversial } = consensus(counting.map((vote) => vote.label));
  const passes = models.filter((vote) => vote.label !== null);
  const sameLabel = meanOverPairs(passes, (left, right) => (left.label === right.label ? 1 : 0));
  const likeWords = meanOverPairs(passes, (left, right) =>
    wordSimilarity(left.rationale, right.rationale),
  );
  return {
    label: decision?.label ?? label,
    decided_by: decision === undefined ? method : 'moderator',
    decided_among: people.length > 0 ? 'people' : 'models',
    controversial,
    confidence: { labels: rounded(sameLabel), rationales: rounded(likeWords) },
    votes: [...votes],
    ...(decision === undefined ? {} : { decision }),
  };
}

/** True if more than half of those who assessed other major issues found one. Null if nobody did. */
function otherMajorIssues(votes: readonly LabelVote[]): boolean | null {
  const people = votes.filter(({ kind }) => kind === 'person');
  const counting = people.length > 0 ? people : votes;
  const looked = counting.flatMap((vote) => vote.other_major_issues ?? []);
  return looked.length === 0 ? null : looked.filter(Boolean).length * 2 > looked.length;
}

export type Votes = Readonly<Record<'issue' | 'tests' | 'effort', readonly LabelVote[]>>;

export type Decisions = Readonly<
  Partial<Record<'issue' | 'tests' | 'effort', CriterionLabels['decision']>>
>;

/** Builds labels.json from the votes. */
export function labelsOf(
  about: Pick<Labels, 'instance' | 'subject' | 'issue_scale'>,
  votes: Votes,
  decisions: Decisions = {},
): Labels {
  const { instance, subject, issue_scale } = about;
  return {
    schema: 1,
    instance,
    subject,
    issue_scale,
    issue: criterionLabels(votes.issue, decisions.issue),
    tests: criterionLabels(votes.tests, decisions.tests),
    effort: criterionLabels(votes.effort, decisions.effort),
    other_major_issues: otherMajorIssues(votes.tests),
  };
}

/** Recomputes labels from their recorded votes, e.g. after a vote was added. */
export function recomputed(labels: Labels): Labels {
  const { issue, tests, effort } = labels;
  return labelsOf(
    labels,
    { issue: issue.votes, tests: tests.votes, effort: effort.votes },
    { issue: issue.decision, tests: tests.decision, effort: effort.decision },
  );
}

/** Rounds to four digits, which are identical on all machines. */
function rounded(share: number | null): number | null {
  return share === null ? null : Math.round(Math.max(0, share) * 10_000) / 10_000;
}
