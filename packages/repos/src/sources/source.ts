/** The result of trying a source. */
export type SourceAnswer =
  /** An object store to borrow from. */
  | { readonly kind: 'objects'; readonly objectsDir: string; readonly name: string }
  /** Two commits that were created in the scratch repository. */
  | { readonly kind: 'made'; readonly base: string; readonly golden: string; readonly name: string }
  | { readonly kind: 'absent'; readonly reason: string };
