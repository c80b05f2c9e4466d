/** The executable lines of a file, by 1-based number, and whether the suite executed them. */
export type LineHits = Map<number, boolean>;

/** Begins the name of a file of which the report gives only the end of the path. */
export const ANY_FOLDER = '**/';

/** Executable lines by file: a path in the tree or in the container, or `ANY_FOLDER` and an end. */
export type ReportedHits = ReadonlyMap<string, LineHits>;

/** Adds a line. A line that several records list was executed if one of them says so. */
export function addLine(
  hits: Map<string, LineHits>,
  file: string,
  line: number,
  executed: boolean,
): void {
  const lines = hits.get(file) ?? new Map<number, boolean>();
  lines.set(line, executed || lines.get(line) === true);
  hits.set(file, lines);
}
