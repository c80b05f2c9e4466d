import type { SourceFile } from '@refbench/rule-engine';
import type { ChangedLine } from '@refbench/scoring';

/** The changed files of one tree, and the lines that differ from the other tree. */
export interface ChangeSide {
  /** Changed source files in a language with a parser, by path. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** The lines that rules can describe: no comments, no output of builds, no configuration files. */
  readonly lines: readonly ChangedLine[];
}

/** The tree that rules describe, and the other one. */
export interface Sides {
  readonly own: ChangeSide;
  readonly other: ChangeSide;
}

/** One refactoring: what base loses and what golden gains. */
export interface Change {
  readonly base: ChangeSide;
  readonly golden: ChangeSide;
}

/** Restricts a change to the files that a condition admits. */
export function restrictChange(change: Change, admits: (path: string) => boolean): Change {
  return { base: restrictSide(change.base, admits), golden: restrictSide(change.golden, admits) };
}

function restrictSide(side: ChangeSide, admits: (path: string) => boolean): ChangeSide {
  return {
    files: new Map([...side.files].filter(([path]) => admits(path))),
    lines: side.lines.filter(({ path }) => admits(path)),
  };
}

/** The numbers of the changed lines of each file. */
export function lineNumbers(lines: readonly ChangedLine[]): ReadonlyMap<string, Set<number>> {
  const byFile = new Map<string, Set<number>>();
  for (const { path, line } of lines) {
    const known = byFile.get(path);
    if (known === undefined) byFile.set(path, new Set([line]));
    else known.add(line);
  }
  return byFile;
}
