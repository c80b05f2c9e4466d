import { keysInFile, significantLines, type CodeComparison } from './file-lines.ts';
import { currentLines, type MovedCode } from './moved-code.ts';

/** If golden keeps a smaller share of a file's code, the task is to delete that code. */
const DELETION_SHARE = 0.1;

/** A valid refactoring may keep fewer lines than golden, down to this share of them. */
const REQUIRED_SHARE = 0.5;

/**
 * Measures how much of a base file's code the patch keeps, compared with golden, in 0..1. It considers
 * the distinct significant lines of the file that golden keeps in place or adds elsewhere.
 *
 * - A line that golden keeps in place must be in the patch's version of the file, or in the file that
 *   replaced it.
 * - A line that golden moves may also be in a file that corresponds to golden's target file.
 *
 * Half of the lines are enough for 1, and fewer lines count proportionally. The result is 1 if golden
 * deletes more than nine tenths of the lines.
 */
export function keptAsInGolden(
  comparison: CodeComparison,
  moved: MovedCode,
): (file: string) => number {
  const { lines, golden } = comparison;
  const measure = (file: string): number => {
    const significant = significantLines(lines, file);
    const stayed = keysInFile(lines, file, golden);
    const movedAway = [...significant].filter(
      (key) => !stayed.has(key) && moved.isMovedInGolden(key),
    );
    const expected = stayed.size + movedAway.length;
    if (expected === 0 || expected < significant.size * DELETION_SHARE) return 1;
    const own = currentLines(comparison, moved, file);
    const kept =
      [...stayed].filter((key) => own.has(key)).length +
      movedAway.filter((key) => own.has(key) || moved.isMovedInPatch(key)).length;
    return Math.min(1, kept / (expected * REQUIRED_SHARE));
  };
  const cache = new Map<string, number>();
  return (file) => {
    const share = cache.get(file) ?? measure(file);
    cache.set(file, share);
    return share;
  };
}
