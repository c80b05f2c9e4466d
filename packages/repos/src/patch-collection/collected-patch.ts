/** An attempt's tree cannot be taken; `reason` names the files. */
export interface CollectionRejection {
  readonly kind: 'rejected';
  readonly stage: 'size' | 'path' | 'link' | 'proof' | 'entries' | 'time';
  readonly reason: string;
  /** The changes that had been read by then, without what was deleted. For people: it is not scored. */
  readonly partial?: Buffer;
}

export type CollectedPatch =
  | {
      readonly kind: 'harvested';
      readonly treeId: string;
      /** The canonical patch from base; empty when nothing changed. It is proven to give the tree. */
      readonly patch: Buffer;
      /** Files that differ from base. */
      readonly changed: number;
      /** Sockets, pipes, devices, and files in place of a submodule: left out, for display. */
      readonly skippedSpecial: readonly string[];
      /** New or changed links that lead out of the tree: kept as links, for display. */
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
