/** The tree of an attempt cannot be collected. `reason` names the files. */
export interface CollectionRejection {
  readonly kind: 'rejected';
  readonly stage: 'size' | 'path' | 'link' | 'proof' | 'entries' | 'time';
  readonly reason: string;
  /** The changes read so far, without deletions. They are for people and are not scored. */
  readonly partial?: Buffer;
}

export type CollectedPatch =
  | {
      readonly kind: 'collected';
      readonly treeId: string;
      /** The canonical patch from base. Empty if nothing changed. */
      readonly patch: Buffer;
      /** The number of files that differ from base. */
      readonly changed: number;
      /**
       * Skipped sockets, pipes and devices, and files in or instead of a submodule. At most 1,000 are
       * listed.
       */
      readonly skippedSpecial: readonly string[];
      /** New or changed links that lead out of the tree. The patch keeps them as links. */
      readonly escapingLinks: readonly string[];
    }
  | CollectionRejection;

/** Thrown only while a patch is collected. `collectPatch` turns it into a value. */
export class CollectionRejected extends Error {
  override readonly name = 'CollectionRejected';
  readonly stage: CollectionRejection['stage'];

  constructor(stage: CollectionRejection['stage'], reason: string) {
    super(reason);
    this.stage = stage;
  }
}
