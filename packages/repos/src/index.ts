/**
 * Repositories: mirrors, exact source trees, patches and patch collection.
 *
 * @module @refbench/repos
 */

export { blobOid } from './git/object-id.ts';
export { objectSizes } from './git/object-sizes.ts';
export { readPack } from './git/read-pack.ts';
export type { LoggedCommit } from './history/log-commits.ts';
export type { SourceRef } from './history/mirror-refs.ts';
export { historyOf, openHistory, type History } from './history/open-history.ts';
export type { HistoryCommit } from './history/walk-commits.ts';
export { fullCommitId } from './full-commit-id.ts';
export { openRepository } from './open-repository.ts';
export { commitRange, copyRepository } from './sources/copy-repository.ts';
export { openCommit, openTree, type OpenedTree, type TreeFile } from './open-tree.ts';
export { packFiles } from './pack/pack-files.ts';
export { packOneCommit } from './pack/pack-one-commit.ts';
export { collectPatch } from './patch-collection/collect-patch.ts';
export type { CollectedPatch } from './patch-collection/collected-patch.ts';
export { COLLECTION_LIMITS, type CollectionLimits } from './patch-collection/collection-limits.ts';
export { openIgnoreRules } from './patch-collection/ignore-rules.ts';
export { addedLines, removedLines, type ChangedLines } from './patch/changed-lines.ts';
export { formatPatch, selectFiles } from './patch/format-patch.ts';
export { lineMap } from './patch/line-map.ts';
export { parsePatch } from './patch/parse-patch.ts';
export { pathOfFile, type Hunk, type ParsedPatch, type PatchFile } from './patch/patch-file.ts';
export { readTar, type TarEntry } from './tar/read-tar.ts';
export { END_OF_ARCHIVE, endOfBody, retimed } from './tar/write-tar.ts';
export type { Repository, StoredFile, WorkingFile } from './tree/repository.ts';
export { bytePath, displayPath, type BytePath, type Tree, type TreeEntry } from './tree/tree.ts';
