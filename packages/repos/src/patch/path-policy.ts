import { displayPath, type BytePath } from '../tree.ts';

/** Linux's PATH_MAX less `/testbed/` and some room. */
const MAX_PATH_BYTES = 4000;

/** What the Mac's file system ignores within a name, as UTF-8 bytes: `.g<U+200C>it` is `.git` there. */
const IGNORED_BY_HFS = /\xe2\x80[\x8c-\x8f\xaa-\xae]|\xe2\x81[\xaa-\xaf]|\xef\xbb\xbf/g;

/** `.git` on any file system: case, Windows' short name, trailing dots, spaces and streams. */
const GIT_FOLDER = /^(?:\.git|git~1)[ .]*(?:[:\\].*)?$/is;

/** True for a component that some system takes for git's own folder. */
function isGitFolder(component: string): boolean {
  return GIT_FOLDER.test(component.replace(IGNORED_BY_HFS, ''));
}

/** Why a path must not be in a tree; undefined where it may. */
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
