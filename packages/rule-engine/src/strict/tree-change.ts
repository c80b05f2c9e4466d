import { displayPath, type ParsedPatch } from '@refbench/repos';
import type { ChangeHunk, FileChange, KnownComments, TreeChange } from '@refbench/scoring';
import { codeHunks, type CodeHunksOptions, type EffectOf } from './code-hunks.ts';
import { hunkSides, type Side } from './hunk-sides.ts';

/** A line without comments and without code that does nothing; undefined if its file was not read. */
type CodeLookup = (path: string, line: number) => string | undefined;

/** The lines of base and of the other tree that have an effect. */
export interface KnownCode {
  readonly added: CodeLookup;
  readonly removed: CodeLookup;
}

export interface TreeChangeOptions extends Pick<
  CodeHunksOptions,
  'repository' | 'base' | 'other' | 'patch'
> {
  /** Comment-only lines of base and of the other tree, which are excluded in files that were not read. */
  readonly comments: KnownComments;
  readonly code: KnownCode;
  /** Whether a remaining file counts as source code of the project. */
  readonly isSource: (path: string) => boolean;
}

/**
 * Converts a patch for strict scoring: by path, without empty lines, comments and code that does nothing. Modified
 * files are compared again without them, so that it does not matter how the code is laid out.
 */
export async function treeChange(options: TreeChangeOptions): Promise<TreeChange> {
  const { comments, code, isSource, patch } = options;
  const effectOn =
    (side: Side): EffectOf =>
    (name, line, text) => {
      const live = code[side](name, line);
      const isComment = live === undefined && comments[side](name, line) === true;
      return isComment ? undefined : (live ?? text);
    };
  const effects = { removed: effectOn('removed'), added: effectOn('added') };
  const compared = await codeHunks({ ...options, ...effects });
  const changes = new Map<string, FileChange>();
  for (const file of patch.files) {
    const path = file.newPath ?? file.oldPath;
    if (path === undefined) continue;
    const name = displayPath(path);
    const isLink = file.newMode === '120000';
    const hunks = compared.get(name) ?? hunksAsTheyAre(file, name, effects);
    const gone = file.change === 'deleted';
    const isNew = file.change === 'added';
    changes.set(name, { hunks, gone, isNew, isSource: !gone && !isLink && isSource(name) });
  }
  return changes;
}

/** The hunks of a file that is new, gone, or no regular file on one side. */
function hunksAsTheyAre(
  file: ParsedPatch['files'][number],
  name: string,
  effects: Readonly<Record<Side, EffectOf>>,
): readonly ChangeHunk[] {
  return file.hunks.map((hunk) =>
    hunkSides(hunk, (side, line, bytes) => {
      const text = effects[side](name, line, bytes.toString('utf8'));
      return text === undefined || text.trim() === '' ? undefined : { line, text };
    }),
  );
}
