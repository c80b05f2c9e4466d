import { displayPath, parsePatch } from '@refbench/repos';
import { compareText } from '../repo-map/code-unit-order.ts';

/**
 * Files that the patches change or delete, and so were there before; files that they add are left out, as
 * nobody can have read those at the base.
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
  // Patches of published datasets are not all well-formed; their headers are.
  return [...patch.matchAll(/^--- a\/([^\t\r\n]+)/gm)].map(([, path]) => path ?? '');
}
