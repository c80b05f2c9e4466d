import { checkTask, findLeaks, readTaskReview } from '@refbench/tasks';
import { openInstanceRepository } from '@refbench/instances';
import { goldenChange } from './golden-change.ts';
import { gateOf, type GateContext, type GateResult } from './gate.ts';

const UNREVIEWED = 'nobody has reviewed the texts';

/**
 * Checks that both texts exist, that the open one tells nothing of golden, and that both were reviewed.
 * Of a private instance, the result only notes that nobody has reviewed them.
 */
export async function checkTexts({ workspace, entry, signal }: GateContext): Promise<GateResult> {
  await using repository = await openInstanceRepository({ workspace, entry, signal });
  const golden = await goldenChange(repository, entry);
  const problems = await checkTask(entry.dir, {
    leaksIn: (text) => findLeaks(text, golden, repository, entry.instance.base),
  });
  const reviews = Object.entries(await readTaskReview(entry.dir));
  const unreviewed = reviews.flatMap(([track, review]) => {
    switch (review.kind) {
      case 'reviewed':
      case 'missing-text':
        return [];
      case 'changed':
        return [`the ${track} text changed after ${review.by} reviewed it`];
      case 'unreviewed':
        return [`nobody has reviewed the ${track} text: refbench task review ${entry.instance.id}`];
    }
  });
  const isPrivate = entry.instance.private === true;
  const notes = reviews.flatMap(([track, review]) =>
    review.kind === 'reviewed' ? [`${track} reviewed by ${review.by} on ${review.at}`] : [],
  );
  const found = problems.map(({ file, problem }) => `${file} ${problem}`);
  if (!isPrivate) return gateOf([...found, ...unreviewed], notes);
  return gateOf(found, unreviewed.length > 0 ? [...notes, UNREVIEWED] : notes);
}
