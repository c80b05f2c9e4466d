/** One line that a diff adds or removes. */
export interface ChangedLine {
  /** As `witness.file` names it: the new path for an added line, the old one for a removed line. */
  readonly path: string;
  /** 1-based; in the new file for an added line, in the old file for a removed line. */
  readonly line: number;
  /** Without its line end. */
  readonly text: string;
}
