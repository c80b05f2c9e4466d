import { countOf } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import { neededEntries, type OwnSetView } from '@refbench/datasets';
import { pruneEnvironments } from '../../actions/prune-images.ts';

/** What removing images needs, the folder where candidates are worked on, and who is told. */
type RemovalContext = Omit<Parameters<typeof pruneEnvironments>[0], 'entries'> & {
  readonly work: string;
  readonly say: (line: string) => void;
};

/**
 * Removes the images of candidates that dropped out, and says how many. If that fails, it only says so, because the
 * result of the command does not depend on it.
 */
export async function removeUnneededImages(
  view: OwnSetView,
  { work, say, ...context }: RemovalContext,
): Promise<void> {
  let removed = 0;
  try {
    const entries = await neededEntries(view, context.workspace, work);
    await pruneEnvironments({ ...context, entries }, ({ kind, state }) => {
      if (kind === 'image' && state === 'removed') removed += 1;
    });
    if (removed > 0) say(`${countOf(removed, 'image')} of dropped candidates removed`);
  } catch (error) {
    if (!RefbenchError.isInstance(error)) throw error;
    say(`images of dropped candidates are left: ${error.message}`);
  }
}
