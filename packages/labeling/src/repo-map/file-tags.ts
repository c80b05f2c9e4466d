/** A named definition in a file. Lines are 0-based. */
export interface Definition {
  readonly name: string;
  /** Where the name stands. */
  readonly line: number;
  /** The last line of the definition. */
  readonly end: number;
}

/** Names and how often each is used, as columns: a large repository has a million of them. */
interface References {
  readonly names: readonly string[];
  readonly counts: readonly number[];
}

/** What a file defines, in order, and what it refers to. */
export interface Tags {
  readonly definitions: readonly Definition[];
  readonly references: References;
}

export interface FileTags extends Tags {
  readonly path: string;
}

export const NO_TAGS: Tags = { definitions: [], references: { names: [], counts: [] } };
