/** The header of a commit without its tree. */
export interface CommitHeader {
  /** Ids of the parents, first parent first. */
  readonly parents: readonly string[];
  readonly committedAt: Date;
}
