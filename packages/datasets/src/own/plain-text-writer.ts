import { findLeaks, plainTexts, writeTaskTexts } from '@refbench/tasks';
import { openInstanceRepository } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import { goldenChange } from '../admission/golden-change.ts';
import type { TextWriter } from '../build/texts-step.ts';

/** Writes the texts from the message and the difference alone, without a model. */
export function plainTextWriter(workspace: Workspace): TextWriter {
  return async (entry, signal) => {
    const { base, golden } = entry.instance;
    await using repository = await openInstanceRepository({ workspace, entry, signal });
    const change = await goldenChange(repository, entry);
    const texts = await plainTexts({
      ...change,
      repository,
      base,
      golden,
      leaksIn: (text) => findLeaks(text, change, repository, base),
    });
    await writeTaskTexts(entry.dir, texts, true);
  };
}
