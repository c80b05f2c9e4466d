import { readLanguages } from '@refbench/code-facts';
import { codeFilesOf, declaredName, findMovedBlocks } from '@refbench/mining';
import type { ParsedPatch } from '@refbench/repos';

/** Code that golden takes from some files to another one. */
export interface MovedCode {
  /** Paths, in the order of the patch. */
  readonly from: readonly string[];
  readonly to: string;
  /** Number of lines in blocks that stay as they are. A block that several files had counts once. */
  readonly lines: number;
  /** What these blocks declare. */
  readonly names: readonly string[];
}

/** Fewer lines are no part of their own. */
const MIN_LINES = 5;

/** Finds code that is in another file afterwards, most lines first. */
export async function movedCode(patch: ParsedPatch): Promise<readonly MovedCode[]> {
  const files = codeFilesOf(patch, await readLanguages());
  const blocks = findMovedBlocks(files, { once: false }).filter(({ from, to }) => from !== to);
  const targets = [...new Set(blocks.map(({ to }) => to))];
  const moves = targets.map((to): MovedCode => {
    const own = blocks.filter((block) => block.to === to);
    const bodies = new Set(own.map(({ lines }) => lines.join('\n')));
    const lines = [...bodies].flatMap((body) => body.split('\n'));
    return {
      from: [...new Set(own.map(({ from }) => from))],
      to,
      lines: lines.length,
      names: [...new Set(lines.flatMap((line) => declaredName(line) ?? []))],
    };
  });
  return moves
    .filter(({ lines }) => lines >= MIN_LINES)
    .toSorted((one, other) => other.lines - one.lines);
}
