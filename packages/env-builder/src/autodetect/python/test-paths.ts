import { shellCommands } from '../draft/shell-words.ts';
import type { TreeView } from '../draft/tree-view.ts';

/**
 * Returns the folders and files that the commands of tox or continuous integration give to pytest. An
 * empty list means everything: it is returned if a command gives none.
 */
export function pytestPaths(commands: readonly string[], view: TreeView): readonly string[] {
  const found = new Set<string>();
  for (const words of commands.flatMap(shellCommands)) {
    const texts = words.map(({ text }) => text);
    const at = texts.findIndex((text) => /(^|\/)(pytest|py\.test)$/.test(text));
    if (at < 0 || /^(pip|uv|apt|apt-get|conda|echo)$/.test(texts[0] ?? '')) continue;
    const paths = texts
      .slice(at + 1)
      .map(plainPath)
      .filter((path) => isThere(view, path));
    if (paths.length === 0) return [];
    for (const path of paths) found.add(path);
  }
  return [...found].sort();
}

function plainPath(word: string): string {
  return word
    .replace(/^\{(?:toxinidir|posargs:?)\}?\/?/, '')
    .replace(/\}$/, '')
    .replace(/^\.\//, '')
    .replace(/\/$/, '');
}

function isThere(view: TreeView, path: string): boolean {
  if (!/^[\w./-]+$/.test(path) || path.startsWith('-')) return false;
  return view.has(path) || view.paths.some((one) => one.startsWith(`${path}/`));
}
