/** One line that a diff adds or removes. */
export interface ChangedLine {
  /** Same as `witness.file`: the new path for an added line, the old path for a removed line. */
  readonly path: string;
  /** Line number from 1, in the new file for an added line, in the old file for a removed line. */
  readonly line: number;
  /** The text without the line terminator. */
  readonly text: string;
}
