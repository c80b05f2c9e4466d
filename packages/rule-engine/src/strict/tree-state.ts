import { displayPath, type Repository, type Tree } from '@refbench/repos';
import type { SourceFile } from '../rule/rule.ts';
import type { ScanResult } from '../matches/scan-result.ts';
import { sourceText } from '../ast-grep/source-text.ts';
import { changedPaths, readFiles, regularFiles } from '../tree/tree-files.ts';

/** A tree with its scan. */
export interface ScannedTree {
  readonly tree: Tree;
  readonly scan: ScanResult;
}

/** The differences of a tree from base, by the paths in witnesses. */
export interface TreeState {
  readonly removed: ReadonlySet<string>;
  /** Changed and new files, including links and submodules. */
  readonly written: ReadonlySet<string>;
  /** The new files. */
  readonly added: ReadonlySet<string>;
  /**
   * Files that cannot be scanned, with the reason, if base lacks them or could scan them.
   */
  readonly unscannable: ReadonlyMap<string, string>;
  /** The lines of the changed files, including those that cannot be scanned. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
  /** The start of these files, which determines the language of scripts. */
  readonly heads: ReadonlyMap<string, SourceFile>;
}

const HEAD_BYTES = 8_192;

/** Compares a tree with base and reads the changed files. */
export async function treeState(
  repository: Repository,
  base: ScannedTree,
  other: ScannedTree,
): Promise<TreeState> {
  const { removed, written } = changedPaths(base.tree, other.tree);
  const unscannable = new Map<string, string>();
  const lines = new Map<string, readonly string[]>();
  const heads = new Map<string, SourceFile>();
  const regular = regularFiles(other.tree, written);
  const regularPaths = new Set(regular.map(({ path }) => path));
  for (const path of written) {
    if (!regularPaths.has(path)) unscannable.set(displayPath(path), 'it is not a regular file');
  }
  for await (const { file, bytes } of readFiles(repository, regular)) {
    const path = displayPath(file.path);
    const source = sourceText(bytes);
    if (source.kind === 'skipped') unscannable.set(path, source.reason);
    // Only compared with lines of base, so latin1 is sufficient for files that are not UTF-8.
    const text = source.kind === 'text' ? source.text() : bytes.toString('latin1');
    lines.set(path, text.split('\n'));
    // A copy, so that the whole file need not stay in memory.
    const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
    heads.set(path, { path, bytes: head, executable: file.executable });
  }
  for (const [file, reason] of failedFiles(other.scan)) {
    if (lines.has(file) && !unscannable.has(file)) unscannable.set(file, reason);
  }
  const before = new Set([
    ...failedFiles(base.scan).keys(),
    ...(await unreadableInBase(repository, base.tree, [...unscannable.keys()])),
  ]);
  for (const path of before) unscannable.delete(path);
  const added = written.filter((path) => !base.tree.has(path));
  return {
    removed: new Set(removed.map(displayPath)),
    written: new Set(written.map(displayPath)),
    added: new Set(added.map(displayPath)),
    unscannable,
    lines,
    heads,
  };
}

/** Returns the files that were not scanned completely, with the reason. */
function failedFiles({ skipped, broken, errors }: ScanResult): ReadonlyMap<string, string> {
  return new Map([
    ...errors.map(({ file, reason }) => [file, reason] as const),
    ...broken.map((file) => [file, 'it has a syntax error'] as const),
    ...skipped.map(({ file, reason }) => [file, reason] as const),
  ]);
}

/** Returns those files that could not be scanned in base either. */
async function unreadableInBase(
  repository: Repository,
  tree: Tree,
  files: readonly string[],
): Promise<readonly string[]> {
  const wanted = new Set(files);
  const paths = [...tree.keys()].filter((path) => wanted.has(displayPath(path)));
  const found: string[] = [];
  const regular = regularFiles(tree, paths);
  const regularPaths = new Set(regular.map(({ path }) => path));
  found.push(...paths.filter((path) => !regularPaths.has(path)).map(displayPath));
  for await (const { file, bytes } of readFiles(repository, regular)) {
    if (sourceText(bytes).kind === 'skipped') found.push(displayPath(file.path));
  }
  return found;
}
