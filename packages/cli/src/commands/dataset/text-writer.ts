import { dirname } from 'node:path';
import { describeSource, readTaskPrompts, writeTask, writeTaskTexts } from '@refbench/tasks';
import type { TextWriter } from '@refbench/datasets';
import { hostModelOf } from '../../options/host-model.ts';
import { openTaskSubject } from '../../options/task-subject.ts';
import type { WorkspaceOptions } from '../../options/workspace-options.ts';

interface ModelTextOptions extends WorkspaceOptions {
  readonly textModel: string;
  /** Of one set of texts, in dollars. */
  readonly budget: number;
  readonly priceOverrides?: string;
}

/** Returns undefined if no model writes texts. */
export function textWriterOf(
  options: Omit<ModelTextOptions, 'textModel'> & Partial<Pick<ModelTextOptions, 'textModel'>>,
): TextWriter | undefined {
  const { textModel } = options;
  return textModel === undefined ? undefined : modelTextWriter({ ...options, textModel });
}

/** Lets a model write both texts. */
export function modelTextWriter(options: ModelTextOptions): TextWriter {
  const { textModel: model } = options;
  return async ({ dir, instance }, signal) => {
    const { client, budgetUsd } = await hostModelOf({ ...options, model });
    const staged = { ...options, instancesDir: dirname(dir) };
    await using subject = await openTaskSubject(instance.id, staged);
    const { message, patch, leaksIn } = subject;
    await writeTask({
      client,
      budgetUsd,
      leaksIn,
      signal,
      openLimit: undefined,
      instructed: undefined,
      prompts: await readTaskPrompts(undefined),
      save: async (track, text) => {
        await writeTaskTexts(dir, { [track]: text }, true);
      },
      subject: describeSource({
        message,
        patch,
        discussions: [],
      }),
    });
  };
}
