/** Where package clients keep what they fetched, below the user's home. */
const HOME_FOLDERS = [
  '.bun',
  '.cache/pip',
  '.cache/pnpm',
  '.cache/pypoetry',
  '.cache/uv',
  '.cache/yarn',
  '.cargo',
  '.gradle/caches',
  '.local',
  '.m2/repository',
  '.npm',
  '.venv',
  '.yarn',
  'go/pkg',
  'venv',
];

/** Folders of installed packages, wherever in a tree they are. */
const TREE_FOLDERS = new Set(['node_modules', '.venv', 'venv', '.tox', '.nox', '.pnpm-store']);

/**
 * True for what was fetched and not built of the tree's own sources: that alone may lie in a layer
 * which other instances of the repository stand on. `path` has no leading slash.
 */
export function isThirdParty(path: string): boolean {
  if (path.startsWith('home/bench/')) {
    const inner = path.slice('home/bench/'.length);
    return HOME_FOLDERS.some((folder) => inner === folder || inner.startsWith(`${folder}/`));
  }
  return path.startsWith('testbed/') && path.split('/').some((part) => TREE_FOLDERS.has(part));
}
