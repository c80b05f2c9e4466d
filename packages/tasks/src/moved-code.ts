import { readLanguages } from '@refbench/code-facts';
import { codeFilesOf, findMovedBlocks } from '@refbench/mining';
import type { ParsedPatch } from '@refbench/repos';

/** Code that golden takes from some files to another one. */
export interface MovedCode {
  /** Paths, in the order of the patch. More than one if golden joins copies. */
  readonly from: readonly string[];
  readonly to: string;
  /** Number of lines in blocks that stay as they are. */
  readonly lines: number;
  /** What these blocks declare. */
  readonly names: readonly string[];
}

/** Fewer lines are no part of their own. */
const MIN_LINES = 5;

/** Finds code that stands in another file afterwards, most lines first. */
export async function movedCode(patch: ParsedPatch): Promise<readonly MovedCode[]> {
  const files = codeFilesOf(patch, await readLanguages());
  const counts = new Map<string, Map<string, number>>();
  const declared = new Map<string, Set<string>>();
  for (const { from, to, lines, names } of findMovedBlocks(files, { once: false })) {
    if (from === to) continue;
    declared.set(to, new Set([...(declared.get(to) ?? []), ...names]));
    const sources = counts.get(to) ?? new Map<string, number>();
    counts.set(to, sources.set(from, (sources.get(from) ?? 0) + lines));
  }
  const moves = [...counts].flatMap(([to, sources]) => {
    const large = [...sources].filter(([, lines]) => lines >= MIN_LINES);
    if (large.length === 0) return [];
    return [
      {
        from: large.map(([path]) => path),
        to,
        lines: Math.max(...large.map(([, n]) => n)),
        names: [...(declared.get(to) ?? [])],
      },
    ];
  });
  return moves.toSorted((one, other) => other.lines - one.lines);
}
