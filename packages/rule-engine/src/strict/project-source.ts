import { excludedPath } from '@refbench/scoring';

/** Folders with third-party or temporary files, in addition to those that precision excludes. */
const MORE_VENDOR = new Set([
  'third_party',
  'third-party',
  'bower_components',
  'jspm_packages',
  'site-packages',
  'Pods',
  'tmp',
  'temp',
]);

/**
 * Decides whether a path is source code of the project: not in a hidden, vendored or build folder,
 * unless a known source file is in the same folder.
 * @param known files of the refactoring: those of witnesses on base and golden
 */
export function projectSource(known: Iterable<string>): (path: string) => boolean {
  const folders = new Set<string>();
  for (const path of known) {
    const outer = outsideFolder(path);
    if (outer !== undefined) folders.add(outer);
  }
  return (path) => {
    const outer = outsideFolder(path);
    return outer === undefined || folders.has(outer);
  };
}

/** Returns the path up to the first hidden, vendored or build folder; undefined if there is none. */
function outsideFolder(path: string): string | undefined {
  const parts = path.split('/');
  const index = parts.findIndex(
    (part) =>
      part.startsWith('.') || MORE_VENDOR.has(part) || excludedPath(part) === 'build-or-vendor',
  );
  return index < 0 ? undefined : parts.slice(0, index + 1).join('/');
}
