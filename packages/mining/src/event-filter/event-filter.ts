import { z } from 'zod';
import {
  commitIdSchema,
  commitSchema,
  repositoryNameSchema,
  type Commit,
} from '../commit/commit.ts';
import type { Definition } from './definition.ts';
import { rejectionSchema, type Rejection } from '../commit/rejection.ts';
import { countKeywords } from './keywords.ts';
import { messageProse } from './message.ts';
import { withoutLines } from './recurring-lines.ts';

const countsSchema = z.strictObject({ strong: z.int(), weak: z.int() });

/** One line of a shard file: a commit that a source provided, and the result of the first stage. */
export const findingSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('admitted'), commit: commitSchema, keywords: countsSchema }),
  /** Fields are missing that the GitHub API can provide. */
  z.strictObject({
    kind: z.literal('incomplete'),
    commit: commitSchema,
    missing: z.array(z.enum(['merged', 'golden', 'title', 'stars', 'paths'])).min(1),
  }),
  z.strictObject({
    kind: z.literal('rejected'),
    repository: repositoryNameSchema,
    number: z.int().optional(),
    golden: commitIdSchema.optional(),
    why: rejectionSchema,
  }),
]);

const NO_LINES: ReadonlySet<string> = new Set();

export type Finding = z.infer<typeof findingSchema>;
export type Admitted = Extract<Finding, { kind: 'admitted' }>;

/**
 * Applies the rules of the first stage, the cheapest first. A commit that certainly fails is
 * rejected even if fields are missing.
 * @param templates lines of the repository's template for messages, which say nothing about a commit
 */
export function filterEvent(
  commit: Commit,
  definition: Definition,
  templates: ReadonlySet<string> = NO_LINES,
): Finding {
  const reject = (code: Rejection['code'], detail: string): Finding =>
    rejected(commit, { stage: 'first', code, detail });
  const { min_stars, min_paths, min_ratio } = definition.thresholds.first;

  if (!commit.chosen && commit.stars !== undefined && commit.stars < min_stars) {
    return reject('stars', `${commit.stars} stars, fewer than ${min_stars}`);
  }
  const most = mostPaths(commit.paths);
  if (most !== undefined && most < min_paths) {
    return reject('paths', `at most ${most} paths, fewer than ${min_paths}`);
  }
  if (commit.title !== undefined) {
    const { title, body = '' } = commit;
    const counts = countKeywords(
      messageProse({ title, body: withoutLines(body, templates) }),
      definition.keywords,
    );
    const positives = counts.positive.strong + counts.positive.weak;
    if (counts.veto !== undefined) return reject('veto-word', `the message says "${counts.veto}"`);
    if (positives === 0) return reject('no-keyword', 'the message has no refactoring keyword');
    // Without weak negatives the ratio is infinite, so one positive is enough.
    if (positives < min_ratio * counts.negative.weak) {
      const figures = `${positives} positive to ${counts.negative.weak} negative keywords`;
      return reject('keyword-ratio', `${figures}, below ${min_ratio}`);
    }
    const missing = missingFields(commit);
    if (missing.length === 0) return { kind: 'admitted', commit, keywords: counts.positive };
    return { kind: 'incomplete', commit, missing };
  }
  return { kind: 'incomplete', commit, missing: missingFields(commit) };
}

/** Returns the maximum number of paths, where a rename counts as two. */
function mostPaths(paths: Commit['paths']): number | undefined {
  return paths === undefined ? undefined : paths.count * (paths.rename_is === 1 ? 2 : 1);
}

export function rejected(commit: Commit, why: Rejection): Extract<Finding, { kind: 'rejected' }> {
  const { repository, number, golden } = commit;
  return {
    kind: 'rejected',
    repository,
    ...(number === undefined ? {} : { number }),
    ...(golden === undefined ? {} : { golden }),
    why,
  };
}

type Missing = Extract<Finding, { kind: 'incomplete' }>['missing'][number];

function missingFields(commit: Commit): Missing[] {
  const absent: readonly (readonly [Missing, boolean])[] = [
    ['merged', commit.merged === 'unknown'],
    ['golden', commit.golden === undefined],
    ['title', commit.title === undefined],
    ['stars', commit.stars === undefined && !commit.chosen],
    ['paths', commit.paths === undefined],
  ];
  return absent.filter(([, isAbsent]) => isAbsent).map(([name]) => name);
}

/**
 * Sorts as in the paper: by strong keywords, weak keywords, stars and paths, descending. Ties are
 * sorted by commit id, so that the order is deterministic.
 */
export function compareAdmitted(left: Admitted, right: Admitted): number {
  const [a, b] = [left.commit, right.commit];
  return (
    right.keywords.strong - left.keywords.strong ||
    right.keywords.weak - left.keywords.weak ||
    (b.stars ?? 0) - (a.stars ?? 0) ||
    (b.paths?.count ?? 0) - (a.paths?.count ?? 0) ||
    compareText(a.golden ?? '', b.golden ?? '')
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
