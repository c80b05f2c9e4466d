import { globToRegExp } from './glob.ts';

/** One entry of `files` or `ignores`. */
export type GlobEntry =
  | string
  | { readonly glob: string; readonly caseInsensitive?: boolean | undefined };

/** The paths that a rule applies to, relative to the root of the tree. */
export interface PathScope {
  includes(path: string): boolean;
}

/**
 * Builds a scope. `ignores` takes precedence over `files`; without `files`, all paths are included.
 * @throws SyntaxError naming the glob
 */
export function pathScope(
  files: readonly GlobEntry[] | undefined,
  ignores: readonly GlobEntry[] | undefined,
): PathScope {
  const wanted = files?.map(compile);
  const ignored = (ignores ?? []).map(compile);
  return {
    includes: (path) =>
      !ignored.some((glob) => glob.test(path)) &&
      (wanted === undefined || wanted.some((glob) => glob.test(path))),
  };
}

function compile(entry: GlobEntry): RegExp {
  const { glob, caseInsensitive = false } = typeof entry === 'string' ? { glob: entry } : entry;
  try {
    return globToRegExp(glob, caseInsensitive);
  } catch (error) {
    throw new SyntaxError(`the glob "${glob}": ${(error as Error).message}`, { cause: error });
  }
}
