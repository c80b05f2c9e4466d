import { join } from 'node:path';
import {
  RefbenchError,
  taskReviewSchema,
  trackSchema,
  type TaskReview,
  type Track,
} from '@refbench/contracts';
import { exists, formatYaml, readYamlFile, sha256OfBytes, writeFileAtomic } from '@refbench/base';
import { readTaskBytes } from './task-files.ts';

const TASK_REVIEW_FILE = 'task.review.yaml';

/** Whether a person has compared a text with golden. A changed text has to be reviewed again. */
export type TaskReviewState =
  | { readonly kind: 'reviewed'; readonly by: string; readonly at: string; readonly notes: string }
  | { readonly kind: 'changed'; readonly by: string; readonly at: string }
  | { readonly kind: 'unreviewed' }
  | { readonly kind: 'missing-text' };

/** A person's statement that a text agrees with golden. */
export interface TaskReviewEntry {
  readonly by: string;
  /** Day of the review, as `YYYY-MM-DD`. */
  readonly at: string;
  readonly notes: string;
}

/**
 * Reads the state of the review of both texts.
 * @param dir folder of the instance
 * @throws RefbenchError kind `invalid-file` if task.review.yaml does not match its schema
 */
export async function readTaskReview(dir: string): Promise<Record<Track, TaskReviewState>> {
  const { texts } = await readReviewFile(dir);
  return {
    instructed: await stateOf(dir, 'instructed', texts.instructed),
    open: await stateOf(dir, 'open', texts.open),
  };
}

/**
 * Records the review of a text as it is now. Replaces an earlier review of the same track.
 * @param dir folder of the instance
 * @throws RefbenchError kind `usage` if the text does not exist or the entry is invalid,
 *   `invalid-file` if task.review.yaml does not match its schema
 */
export async function recordTaskReview(
  dir: string,
  track: Track,
  { by, at, notes }: TaskReviewEntry,
): Promise<void> {
  const bytes = await readTaskBytes(dir, track);
  if (bytes === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${join(dir, `task.${track}.md`)} does not exist, so it cannot be reviewed`,
      hint: 'write the text first with `refbench task write`',
    });
  }
  const review = await readReviewFile(dir);
  const entry = { digest: sha256OfBytes(bytes), reviewed_by: by, reviewed_at: at, notes };
  const texts = { ...review.texts, [track]: entry };
  const ordered = trackSchema.options.flatMap((name) =>
    texts[name] === undefined ? [] : [[name, texts[name]] as const],
  );
  const checked = taskReviewSchema.safeParse({ schema: 1, texts: Object.fromEntries(ordered) });
  if (!checked.success) {
    throw new RefbenchError({
      kind: 'usage',
      message: `the review of the ${track} text needs a name of at most 200 characters and a date, not "${by}" and "${at}"`,
      hint: 'give the name of the reviewer, and the date as YYYY-MM-DD',
    });
  }
  await writeFileAtomic(join(dir, TASK_REVIEW_FILE), formatYaml(checked.data));
}

async function readReviewFile(dir: string): Promise<TaskReview> {
  const file = join(dir, TASK_REVIEW_FILE);
  return (await exists(file)) ? readYamlFile(file, taskReviewSchema) : { schema: 1, texts: {} };
}

async function stateOf(
  dir: string,
  track: Track,
  review: TaskReview['texts'][Track],
): Promise<TaskReviewState> {
  const bytes = await readTaskBytes(dir, track);
  if (bytes === undefined) return { kind: 'missing-text' };
  if (review === undefined) return { kind: 'unreviewed' };
  const { digest, reviewed_by: by, reviewed_at: at, notes } = review;
  return sha256OfBytes(bytes) === digest
    ? { kind: 'reviewed', by, at, notes }
    : { kind: 'changed', by, at };
}
