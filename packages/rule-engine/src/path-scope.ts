import { globToRegExp } from './glob.ts';

/** One entry of `files` or `ignores`. */
export type GlobEntry =
  | string
  | { readonly glob: string; readonly caseInsensitive?: boolean | undefined };

/** Where a rule applies, by path relative to the tree's root. */
export interface PathScope {
  includes(path: string): boolean;
}

/**
 * `ignores` wins over `files`; without `files` every path is in.
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
