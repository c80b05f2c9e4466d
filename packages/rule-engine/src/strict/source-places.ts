import { excludedPath } from '@refbench/scoring';

/** Folders of other people's code, beside those that precision leaves out. */
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
 * Whether a path lies in the project's own source: in no hidden, vendored or built folder, unless one
 * of the known source files lies below the same folder.
 * @param known files that the refactoring is about: of witnesses on base and golden
 */
export function sourcePlaces(known: Iterable<string>): (path: string) => boolean {
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

/** The path up to the first part that is hidden, vendored or built; undefined for plain source. */
function outsideFolder(path: string): string | undefined {
  const parts = path.split('/');
  const index = parts.findIndex(
    (part) =>
      part.startsWith('.') || MORE_VENDOR.has(part) || excludedPath(part) === 'build-or-vendor',
  );
  return index < 0 ? undefined : parts.slice(0, index + 1).join('/');
}
