import { displayPath, parsePatch } from '@refbench/repos';
import { compareText } from '../repo-map/code-unit-order.ts';

/**
 * Returns the files that the patches change or delete. Added files are omitted, because they do not
 * exist at base.
 */
export function pathsBefore(patches: readonly string[]): readonly string[] {
  return [...new Set(patches.flatMap(oldPaths))].sort(compareText);
}

function oldPaths(patch: string): readonly string[] {
  if (patch.trim() === '') return [];
  const parsed = parsePatch(Buffer.from(patch.endsWith('\n') ? patch : `${patch}\n`));
  if (parsed.kind === 'parsed') {
    return parsed.files.flatMap(({ oldPath }) =>
      oldPath === undefined ? [] : [displayPath(oldPath)],
    );
  }
  // Published datasets contain malformed patches, but their headers are valid.
  return [...patch.matchAll(/^--- a\/([^\t\r\n]+)/gm)].map(([, path]) => path ?? '');
}
