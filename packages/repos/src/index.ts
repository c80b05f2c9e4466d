/**
 * Repositories: mirrors, exact source trees, patches and patch collection.
 *
 * @module @refbench/repos
 */

export { objectSizes } from './git/object-sizes.ts';
export { readPack, type PackedObject } from './git/read-pack.ts';
export type { LoggedCommit } from './history/log-commits.ts';
export type { SourceRef } from './history/mirror-refs.ts';
export {
  historyOf,
  openHistory,
  type History,
  type OpenHistoryOptions,
} from './history/open-history.ts';
export type { HistoryCommit, WalkOptions } from './history/walk-commits.ts';
export { openRepository, type OpenRepositoryOptions } from './open-repository.ts';
export {
  openCommit,
  openTree,
  type OpenTreeOptions,
  type OpenedCommit,
  type OpenedTree,
  type TreeFile,
  type UnreadableFile,
} from './open-tree.ts';
export { packFiles } from './pack/pack-files.ts';
export { packOneCommit } from './pack/pack-one-commit.ts';
export { collectPatch, type CollectPatchOptions } from './patch-collection/collect-patch.ts';
export type { CollectedPatch, CollectionRejection } from './patch-collection/collected-patch.ts';
export { COLLECTION_LIMITS, type CollectionLimits } from './patch-collection/collection-limits.ts';
export { openIgnoreRules, type IgnoreRules } from './patch-collection/ignore-rules.ts';
export { addedLines, removedLines, type ChangedLines } from './patch/changed-lines.ts';
export { completePatch, type CompletedPatch } from './patch/complete-patch.ts';
export { formatPatch, selectFiles } from './patch/format-patch.ts';
export { lineMap, type LineMap } from './patch/line-map.ts';
export { parsePatch } from './patch/parse-patch.ts';
export type { Hunk, ParsedPatch, PatchFile, PatchLine, PatchMode } from './patch/patch-file.ts';
export { TarError, readTar, type TarEntry } from './tar/read-tar.ts';
export { END_OF_ARCHIVE, endOfBody, retimed, type TarOwner } from './tar/write-tar.ts';
export type { ApplyResult, PatchRejection } from './tree/apply-patch.ts';
export type { CommitHeader } from './tree/commit-header.ts';
export type { Repository, StoredFile, WorkingFile } from './tree/repository.ts';
export {
  bytePath,
  displayPath,
  type BytePath,
  type Tree,
  type TreeEntry,
  type TreeMode,
} from './tree/tree.ts';
