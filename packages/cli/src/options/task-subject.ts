import { goldenChange } from '@refbench/datasets';
import { findLeaks, type Leak } from '@refbench/tasks';
import type { ParsedPatch } from '@refbench/repos';
import { openInstanceRepository, selectOne, type CatalogEntry } from '@refbench/instances';
import { workspaceOf, type WorkspaceOptions } from './workspace-options.ts';

/** The commits of an instance, and a check for texts that reveal them. */
export interface TaskSubject extends AsyncDisposable {
  readonly entry: CatalogEntry;
  readonly message: string;
  readonly patch: ParsedPatch;
  readonly leaksIn: (text: string) => Promise<readonly Leak[]>;
}

/**
 * Opens the commits of an instance. The caller disposes of them.
 * @throws RefbenchError kind `repository` if the diff of golden cannot be read
 */
export async function openTaskSubject(id: string, options: WorkspaceOptions): Promise<TaskSubject> {
  const workspace = workspaceOf(options);
  const entry = await selectOne(workspace, id);
  const repository = await openInstanceRepository({ workspace, entry });
  try {
    const change = await goldenChange(repository, entry);
    const { message, patch } = change;
    return {
      entry,
      message,
      patch,
      leaksIn: (text) => findLeaks(text, change, repository, entry.instance.base),
      [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
    };
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}
