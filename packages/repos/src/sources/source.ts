/** What a source can offer. */
export type SourceAnswer =
  /** A store of objects that may be borrowed from. */
  | { readonly kind: 'objects'; readonly objectsDir: string; readonly name: string }
  /** Two commits, made in the scratch repository itself. */
  | { readonly kind: 'made'; readonly base: string; readonly golden: string; readonly name: string }
  | { readonly kind: 'absent'; readonly reason: string };
