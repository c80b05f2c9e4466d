/** Folders below the home folder where package clients store downloads. */
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
  '.venvs',
  '.yarn',
  'go/pkg',
  'venv',
];

/** Names of folders with installed packages, at any depth of a tree. */
const TREE_FOLDERS = new Set(['node_modules', '.venv', 'venv', '.tox', '.nox', '.pnpm-store']);

/**
 * Whether a file was downloaded and not built from the sources of the tree. Only such files may be in
 * a layer that other instances of the repository share. `path` has no leading slash.
 */
export function isThirdParty(path: string): boolean {
  if (path.startsWith('home/bench/')) {
    const inner = path.slice('home/bench/'.length);
    return HOME_FOLDERS.some((folder) => inner === folder || inner.startsWith(`${folder}/`));
  }
  return path.startsWith('testbed/') && path.split('/').some((part) => TREE_FOLDERS.has(part));
}
