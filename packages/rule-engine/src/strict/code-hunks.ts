import {
  displayPath,
  parsePatch,
  type BytePath,
  type ParsedPatch,
  type Repository,
  type Tree,
  type WorkingFile,
} from '@refbench/repos';
import { lineKey, type ChangeHunk, type DiffLine } from '@refbench/scoring';
import { readSources } from '../tree/tree-files.ts';
import { hunkSides } from './hunk-sides.ts';

/**
 * Returns what has an effect in a line, given the line as it is; undefined if nothing has.
 * @param line from 1
 */
export type EffectOf = (path: string, line: number, text: string) => string | undefined;

export interface CodeHunksOptions {
  readonly repository: Repository;
  readonly base: Tree;
  readonly other: Tree;
  readonly patch: ParsedPatch;
  readonly removed: EffectOf;
  readonly added: EffectOf;
}

/**
 * Compares the code of modified files, without white space, empty lines, comments and code that does nothing.
 * In a diff of the files as they are, a changed indentation or a comment per line makes one hunk of a whole file.
 * @returns the hunks by path, with the line numbers of the files as they are; files that are absent could not be
 * compared
 */
export async function codeHunks(
  options: CodeHunksOptions,
): Promise<ReadonlyMap<string, readonly ChangeHunk[]>> {
  const { repository, base, other, patch } = options;
  const paths = patch.files.flatMap(({ change, newPath }) =>
    change === 'modified' && newPath !== undefined ? [newPath] : [],
  );
  const before = await codeOf(repository, base, paths, options.removed);
  const after = await codeOf(repository, other, paths, options.added);
  const common = paths.filter((path) => before.has(path) && after.has(path));
  const trees = await Promise.all(
    [before, after].map((side) => repository.writeTree(keyFiles(side, common))),
  );
  const [from = '', to = ''] = trees;
  const found = parsePatch(await repository.diff(from, to));
  if (found.kind === 'rejected') return new Map();
  // Without a difference in code, a file has no hunk.
  const hunks = new Map<string, readonly ChangeHunk[]>(
    common.map((path) => [displayPath(path), []]),
  );
  for (const { newPath, hunks: own } of found.files) {
    if (newPath === undefined) continue;
    const lines = { removed: before.get(newPath) ?? [], added: after.get(newPath) ?? [] };
    hunks.set(
      displayPath(newPath),
      own.map((hunk) => hunkSides(hunk, (side, number) => lines[side][number - 1])),
    );
  }
  return hunks;
}

/** Reads the lines with an effect. */
async function codeOf(
  repository: Repository,
  tree: Tree,
  paths: readonly BytePath[],
  effectOf: EffectOf,
): Promise<ReadonlyMap<BytePath, readonly DiffLine[]>> {
  const byName = new Map(paths.map((path) => [displayPath(path), path]));
  const code = new Map<BytePath, readonly DiffLine[]>();
  for await (const { path: name, bytes } of readSources(repository, tree, paths)) {
    const path = byName.get(name);
    if (path === undefined) continue;
    const lines = bytes
      .toString('utf8')
      .split('\n')
      .flatMap((text, index): DiffLine[] => {
        const effect = effectOf(name, index + 1, text);
        return effect === undefined || lineKey(effect) === ''
          ? []
          : [{ line: index + 1, text: effect }];
      });
    code.set(path, lines);
  }
  return code;
}

async function* keyFiles(
  code: ReadonlyMap<BytePath, readonly DiffLine[]>,
  paths: readonly BytePath[],
): AsyncGenerator<WorkingFile> {
  for (const path of paths) {
    const text = (code.get(path) ?? []).map((line) => `${lineKey(line.text)}\n`).join('');
    yield { path, mode: '100644', bytes: Buffer.from(text) };
  }
}
