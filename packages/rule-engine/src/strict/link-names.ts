import { displayPath, type BytePath, type Tree } from '@refbench/repos';

/** Symbolic links of a tree that base does not have. */
function newLinks(base: Tree, tree: Tree): readonly BytePath[] {
  return [...tree]
    .filter(([path, { mode, oid }]) => mode === '120000' && base.get(path)?.oid !== oid)
    .map(([path]) => path);
}

/**
 * Links that stand where golden has files: a link instead of a move. What is reached through them is where
 * it was.
 */
export function linksForMoves(base: Tree, golden: Tree, tree: Tree): readonly string[] {
  const moved = newLinks(base, tree).filter((link) =>
    [...golden].some(
      ([path, { mode }]) => mode !== '120000' && (path === link || path.startsWith(`${link}/`)),
    ),
  );
  return moved.map(displayPath);
}

/** The words of the names of new links. They name nothing that is new. */
export function linkWords(base: Tree, tree: Tree): ReadonlySet<string> {
  const known = new Set([...base.keys()].flatMap((path) => wordsOf(displayPath(path))));
  const words = newLinks(base, tree).flatMap((path) => wordsOf(displayPath(path)));
  return new Set(words.filter((word) => !known.has(word)));
}

function wordsOf(path: string): readonly string[] {
  return path.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}
