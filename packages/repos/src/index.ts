export type { ApplyResult, PatchRejection } from './apply-patch.ts';
export type { Repository, WorkingFile } from './repository.ts';
export {
  bytePath,
  displayPath,
  type BytePath,
  type Tree,
  type TreeEntry,
  type TreeMode,
} from './tree.ts';
