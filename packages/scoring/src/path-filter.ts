/** Why the lines of a file do not count as part of the refactoring. */
export type PathKind = 'build-or-vendor' | 'documentation' | 'configuration';

/** Directories and files of generated or third-party code. */
const BUILD_OR_VENDOR: ReadonlySet<string> = new Set([
  '.venv',
  'venv',
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.tox',
  '.ruff_cache',
  'node_modules',
  'dist',
  'build',
  '.next',
  '.nuxt',
  'target',
  '.gradle',
  'out',
  'bin',
  'obj',
  'vendor',
  '.cache',
  'coverage',
  '.cargo-home',
  'package-lock.json',
]);

const DOCUMENTATION = /\.(?:md|mdx|rst|txt|adoc)$/i;
const CONFIGURATION = /\.(?:ya?ml|json|toml)$/i;

/**
 * Classifies a file that precision excludes. The three lists are calibrated to reproduce the diff sizes
 * of the paper (see README.md). Adding or removing a name changes them.
 * @param path path relative to the root of the repository, with `/` as separator
 * @returns undefined for a source file
 */
export function excludedPath(path: string): PathKind | undefined {
  if (path.split('/').some((part) => BUILD_OR_VENDOR.has(part))) return 'build-or-vendor';
  if (DOCUMENTATION.test(path)) return 'documentation';
  if (CONFIGURATION.test(path)) return 'configuration';
  return undefined;
}
