/** Why a patch was rejected. `reason` names the location. Nothing was changed. */
export type PatchRejection = {
  readonly kind: 'rejected';
  readonly stage: 'parse' | 'path' | 'apply' | 'size';
  readonly reason: string;
};

export type ApplyResult = { readonly kind: 'applied'; readonly treeId: string } | PatchRejection;
