import { keysInFile, tellingLines, type CodeComparison } from './file-lines.ts';
import { standingLines, type MovedCode } from './moved-code.ts';

/** Golden keeps so little of a file that its deletion is what the task asks for. */
const DELETED_BELOW = 0.1;

/** An independent refactoring may keep fewer lines than golden does, down to this part of them. */
const ENOUGH = 0.5;

/**
 * Whether a base file's code was kept as golden keeps it, in 0..1. Of the file's distinct telling
 * lines, those count that golden has in the same file, or added elsewhere. The former have to stand
 * in the patch's version of the file, or, where the patch has no such file, in the one that took its
 * place; the latter there too, or in the files that stand for those to which golden moved them. Half
 * of them is enough; less counts proportionally. 1 where golden deletes nine tenths of the code.
 */
export function keptAsInGolden(
  comparison: CodeComparison,
  moved: MovedCode,
): (file: string) => number {
  const { lines, golden } = comparison;
  const measure = (file: string): number => {
    const telling = tellingLines(lines, file);
    const stayed = keysInFile(lines, file, golden);
    const left = [...telling].filter((key) => !stayed.has(key) && moved.isMovedInGolden(key));
    const wanted = stayed.size + left.length;
    if (wanted === 0 || wanted < telling.size * DELETED_BELOW) return 1;
    const own = standingLines(comparison, moved, file);
    const kept =
      [...stayed].filter((key) => own.has(key)).length +
      left.filter((key) => own.has(key) || moved.isMovedInPatch(key)).length;
    return Math.min(1, kept / (wanted * ENOUGH));
  };
  const known = new Map<string, number>();
  return (file) => {
    const share = known.get(file) ?? measure(file);
    known.set(file, share);
    return share;
  };
}
