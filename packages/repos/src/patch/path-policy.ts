import { displayPath, type BytePath } from '../tree/tree.ts';

/** PATH_MAX of Linux minus `/testbed/` and a margin. */
const MAX_PATH_BYTES = 4000;

/**
 * Characters that the file system of macOS ignores in names, as UTF-8 bytes: `.g<U+200C>it` is `.git`
 * there.
 */
const IGNORED_BY_HFS = /\xe2\x80[\x8c-\x8f\xaa-\xae]|\xe2\x81[\xaa-\xaf]|\xef\xbb\xbf/g;

/**
 * Matches `.git` on any file system: case, Windows short names, trailing dots and spaces, and streams.
 */
const GIT_FOLDER = /^(?:\.git|git~1)[ .]*(?:[:\\].*)?$/is;

/** Whether a component refers to the .git folder on any system. */
function isGitFolder(component: string): boolean {
  return GIT_FOLDER.test(component.replace(IGNORED_BY_HFS, ''));
}

/** Returns the reason why a path is not allowed in a tree; undefined if it is allowed. */
export function pathProblem(path: BytePath): string | undefined {
  const shown = displayPath(path);
  if (path === '') return 'a file has no name';
  if (path.length > MAX_PATH_BYTES) {
    return `${shown.slice(0, 80)}... is longer than ${MAX_PATH_BYTES} bytes`;
  }
  if (path.includes('\0')) return `${shown} has a NUL in it`;
  if (path.startsWith('/')) return `${shown} is absolute`;
  for (const component of path.split('/')) {
    if (component === '..') return `${shown} leads out of the tree`;
    if (component === '' || component === '.') return `${shown} is no plain path`;
    if (isGitFolder(component)) return `${shown} is in git's own folder`;
  }
  return undefined;
}
