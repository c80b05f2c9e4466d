/** Why a file's lines are no part of the refactoring. */
export type PathKind = 'build-or-vendor' | 'documentation' | 'configuration';

/** A file below, or named like, one of these is made by a tool or belongs to someone else. */
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
 * The kind of a file that precision leaves out, undefined for a source file. The three lists are
 * those that reproduce the paper's diff sizes (see README.md): a name more or less moves the figures
 * away from the published ones.
 */
export function excludedPath(path: string): PathKind | undefined {
  if (path.split('/').some((part) => BUILD_OR_VENDOR.has(part))) return 'build-or-vendor';
  if (DOCUMENTATION.test(path)) return 'documentation';
  if (CONFIGURATION.test(path)) return 'configuration';
  return undefined;
}
