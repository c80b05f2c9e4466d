import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { findLeaks, type Leak } from '@refbench/tasks';
import { historyOf, openRepository, parsePatch, type ParsedPatch } from '@refbench/repos';
import { selectOne, type CatalogEntry } from '@refbench/instances';
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
  const { repository: place, base, golden } = entry.instance;
  const repository = await openRepository({
    repository: place,
    instanceDir: entry.dir,
    base,
    golden,
    mirror: workspace.mirror,
    cacheDir: join(workspace.stateDir, 'repositories'),
  });
  try {
    const history = historyOf(repository);
    const { message = '' } = (await history.commit(golden)) ?? {};
    const diff = await history.renameDiff(base, golden);
    const patch = diff instanceof Buffer ? parsePatch(diff) : undefined;
    if (patch?.kind !== 'parsed') {
      throw new RefbenchError({
        kind: 'repository',
        message: `the golden diff of ${id} cannot be read`,
        hint: 'specify a complete clone with --mirror',
      });
    }
    return {
      entry,
      message,
      patch,
      leaksIn: (text) => findLeaks(text, { golden, message, patch }, repository, base),
      [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
    };
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}
