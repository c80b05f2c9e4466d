/** Why a patch was rejected. `reason` names the location. Nothing was changed. */
export type PatchRejection = {
  readonly kind: 'rejected';
  readonly stage: 'parse' | 'path' | 'apply' | 'size';
  readonly reason: string;
};

export type ApplyResult = { readonly kind: 'applied'; readonly treeId: string } | PatchRejection;

/** A patch that was made elsewhere, in the form that is applied. */
export interface CompletedPatch {
  readonly patch: Buffer;
  /** How it differs from what was given. Undefined if it is the same. */
  readonly note: string | undefined;
}
