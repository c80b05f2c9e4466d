import { bytePath, type BytePath, type StoredFile, type WorkingFile } from '@refbench/repos';
import type { RepositoryContext } from './rule-context.ts';

/** The new content of a path; undefined deletes the file. */
export interface TreeEdit {
  readonly path: string;
  readonly content: string | Buffer | undefined;
}

/** Writes base with edits as a tree. */
export async function writeEdited(
  { repository, base }: RepositoryContext,
  edits: readonly TreeEdit[],
): Promise<string> {
  const tree = new Map<BytePath, WorkingFile | StoredFile>();
  for (const [path, { mode, oid }] of base) tree.set(path, { path, mode, oid });
  for (const { path: name, content } of edits) {
    const path = bytePath(name);
    if (content === undefined) tree.delete(path);
    else tree.set(path, { path, mode: '100644', bytes: Buffer.from(content) });
  }
  return await repository.writeTree(
    (async function* entries() {
      yield* tree.values();
    })(),
  );
}
