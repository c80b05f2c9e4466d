import { displayPath, type Repository, type Tree } from '@refbench/repos';
import type { Witness } from '@refbench/contracts';
import type { SourceFile } from '../rule/rule.ts';
import { readSources } from '../tree/tree-files.ts';
import { CodeReader, type IdleRanges } from './code-reader.ts';

/** The lines of files without comments and without code that does nothing. */
export interface LiveCode {
  /**
   * The line, with blanks in place of what has no effect. Undefined if the file could not be read.
   * @param line from 1
   */
  readonly line: (path: string, line: number) => string | undefined;
  /** Whether a match lies within code that does nothing. */
  readonly isDead: (witness: Pick<Witness, 'file' | 'start' | 'end'>) => boolean;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface FileCode {
  readonly lines: readonly string[];
  readonly dead: readonly { readonly start: Place; readonly end: Place }[];
}

/** Reads the given files of a tree. */
export async function liveCode(
  repository: Repository,
  tree: Tree,
  files: ReadonlySet<string>,
): Promise<LiveCode> {
  const paths = [...tree.keys()].filter((path) => files.has(displayPath(path)));
  return await liveCodeOf(readSources(repository, tree, paths));
}

/** Reads files that are at hand. */
export async function liveCodeOf(
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
): Promise<LiveCode> {
  await using reader = new CodeReader();
  const found = new Map<string, FileCode>();
  for await (const file of files) {
    const ranges = await reader.idleRanges(file);
    if (ranges !== undefined) found.set(file.path, codeOf(ranges));
  }
  return {
    line: (path, line) => found.get(path)?.lines[line - 1],
    isDead: ({ file, start, end }) =>
      found
        .get(file)
        ?.dead.some((span) => isOrdered(span.start, start) && isOrdered(end, span.end)) === true,
  };
}

function codeOf({ text, comments, dead }: IdleRanges & { readonly text: string }): FileCode {
  const ranges = [...comments, ...dead].sort(([left], [right]) => left - right);
  let live = '';
  let at = 0;
  for (const [start, end] of ranges) {
    if (start < at) continue;
    live += text.slice(at, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ');
    at = end;
  }
  live += text.slice(at);
  const starts = lineStarts(text);
  return {
    lines: live.split('\n'),
    dead: dead.map(([start, end]) => ({
      start: placeAt(starts, start),
      end: placeAt(starts, end),
    })),
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line and column of an index, both from 1. */
function placeAt(starts: readonly number[], index: number): Place {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: index - (starts[low] ?? 0) + 1 };
}

function isOrdered(first: Place, second: Place): boolean {
  return first.line < second.line || (first.line === second.line && first.column <= second.column);
}
