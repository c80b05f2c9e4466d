/** A named definition in a file. Lines are 0-based. */
export interface Definition {
  readonly name: string;
  /** The line of the name. */
  readonly line: number;
  /** The last line of the definition. */
  readonly end: number;
}

/**
 * Names and their numbers of uses, stored as columns, because a large repository has a million of
 * them.
 */
interface References {
  readonly names: readonly string[];
  readonly counts: readonly number[];
}

/** The definitions of a file, in order, and its references. */
export interface Tags {
  readonly definitions: readonly Definition[];
  readonly references: References;
}

export interface FileTags extends Tags {
  readonly path: string;
}

export const NO_TAGS: Tags = { definitions: [], references: { names: [], counts: [] } };
