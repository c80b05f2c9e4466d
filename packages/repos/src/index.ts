export type { ApplyResult, PatchRejection } from './apply-patch.ts';
export { openRepository, type OpenRepositoryOptions } from './open-repository.ts';
export { addedLines, removedLines, type ChangedLines } from './patch/changed-lines.ts';
export { formatPatch, selectFiles } from './patch/format-patch.ts';
export { parsePatch } from './patch/parse-patch.ts';
export type { Hunk, ParsedPatch, PatchFile, PatchLine, PatchMode } from './patch/patch-file.ts';
export type { Repository, StoredFile, WorkingFile } from './repository.ts';
export {
  bytePath,
  displayPath,
  type BytePath,
  type Tree,
  type TreeEntry,
  type TreeMode,
} from './tree.ts';
