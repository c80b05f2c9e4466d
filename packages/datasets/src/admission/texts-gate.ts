import { RefbenchError } from '@refbench/contracts';
import { checkTask, findLeaks, readTaskReview } from '@refbench/tasks';
import { historyOf, parsePatch, type Repository } from '@refbench/repos';
import { openInstanceRepository, type CatalogEntry } from '@refbench/instances';
import { gateOf, type GateContext, type GateResult } from './gate.ts';

/** Checks that both texts exist, that the open one tells nothing of golden, and that both were reviewed. */
export async function checkTexts({ workspace, entry, signal }: GateContext): Promise<GateResult> {
  await using repository = await openInstanceRepository({ workspace, entry, signal });
  const golden = await goldenOf(repository, entry);
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
  const notes = reviews.flatMap(([track, review]) =>
    review.kind === 'reviewed' ? [`${track} reviewed by ${review.by} on ${review.at}`] : [],
  );
  return gateOf(
    [...problems.map(({ file, problem }) => `${file} ${problem}`), ...unreviewed],
    notes,
  );
}

async function goldenOf(
  repository: Repository,
  { instance: { id, base, golden } }: CatalogEntry,
): Promise<Parameters<typeof findLeaks>[1]> {
  const history = historyOf(repository);
  const { message = '' } = (await history.commit(golden)) ?? {};
  const diff = await history.renameDiff(base, golden);
  const patch = diff instanceof Buffer ? parsePatch(diff) : undefined;
  if (patch?.kind === 'parsed') return { golden, message, patch };
  throw new RefbenchError({
    kind: 'repository',
    message: `the golden diff of ${id} cannot be read`,
    hint: 'specify a complete clone with --mirror',
  });
}
