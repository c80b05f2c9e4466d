import {
  addedLines,
  displayPath,
  parsePatch,
  removedLines,
  type BytePath,
  type ChangedLines,
  type Tree,
} from '@refbench/repos';
import {
  changedPaths,
  commentLines,
  readSources,
  type RepositoryContext,
  type SourceFile,
} from '@refbench/rule-engine';
import { languageOfPath } from '@refbench/code-facts';
import { substantiveLines, type ChangedLine, type CommentLookup } from '@refbench/scoring';
import type { Change } from './change.ts';
import { isNoSource } from './no-source.ts';

/** Larger files are generated more often than not, and take long to parse. */
const MOST_BYTES = 1_000_000;

/** Reads the changed files of base and golden, and the lines of code that rules can describe. */
export async function readChange(
  context: RepositoryContext,
  signal?: AbortSignal,
): Promise<Change> {
  const { repository, commits, base, golden } = context;
  const patch = parsePatch(await repository.diff(commits.base, commits.golden, signal));
  if (patch.kind === 'rejected') throw new Error(`git's own diff is a patch: ${patch.reason}`);
  const { removed, written } = changedPaths(base, golden);
  const before = [...removed, ...written.filter((path) => base.has(path))];
  const oldFiles = await filesOf(context, base, before);
  const newFiles = await filesOf(context, golden, written);
  const comments = {
    removed: lookup(await commentLines(oldFiles.values())),
    added: lookup(await commentLines(newFiles.values())),
  };
  const lines = substantiveLines(
    linesOf(addedLines(patch)),
    linesOf(removedLines(patch)),
    comments,
    isNoSource,
  );
  return {
    base: { files: oldFiles, lines: lines.removed },
    golden: { files: newFiles, lines: lines.added },
  };
}

async function filesOf(
  { repository }: RepositoryContext,
  tree: Tree,
  paths: readonly BytePath[],
): Promise<ReadonlyMap<string, SourceFile>> {
  const files = new Map<string, SourceFile>();
  const readable = paths.filter((path) => languageOfPath(displayPath(path)) !== undefined);
  for await (const file of readSources(repository, tree, readable)) {
    if (file.bytes.length <= MOST_BYTES) files.set(file.path, file);
  }
  return files;
}

function linesOf(changed: ChangedLines): ChangedLine[] {
  return [...changed].flatMap(([path, byNumber]) =>
    [...byNumber].map(([line, text]) => ({ path: displayPath(path), line, text })),
  );
}

function lookup(known: ReadonlyMap<string, ReadonlySet<number>>): CommentLookup {
  return (path, line) => known.get(path)?.has(line);
}
