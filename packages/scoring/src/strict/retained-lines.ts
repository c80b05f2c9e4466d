import type { Witness } from '@refbench/contracts';
import { keysInFile, significantLines, type CodeComparison } from './file-lines.ts';
import { currentLines, type MovedCode } from './moved-code.ts';
import { lineKey } from './tree-change.ts';

/** If golden keeps a smaller share of a file's code, the task is to delete that code. */
const DELETION_SHARE = 0.1;

/** A valid refactoring may keep fewer lines than golden, down to this share of them. */
const REQUIRED_SHARE = 0.5;

/** The surroundings of a place are this many lines on each side that golden keeps. */
const NEIGHBOURS = 10;

/** How much of base's code the patch keeps, compared with golden, in 0..1. */
export interface RetainedCode {
  /** In a file of base. */
  readonly inFile: (file: string) => number;
  /**
   * In the file of a place or around the place, whichever is more: what a patch does elsewhere in a file
   * says nothing of a place, and a place where much changes says nothing of a file that stays.
   */
  readonly around: (place: Pick<Witness, 'file' | 'start' | 'end'>) => number;
}

/**
 * Measures how much of the code the patch keeps. It considers the distinct significant lines that golden
 * keeps in place or adds elsewhere: all of the file, or the nearest ten on each side of a place.
 *
 * - A line that golden keeps in place must be in the patch's version of the file, or in the file that
 *   replaced it.
 * - A line that golden moves may also be in a file that corresponds to golden's target file.
 *
 * Half of the lines are enough for 1, and fewer lines count proportionally. The result is 1 if golden
 * deletes more than nine tenths of the lines of the file.
 */
export function retainedCode(comparison: CodeComparison, moved: MovedCode): RetainedCode {
  const retentions = new Map<string, Retention | undefined>();
  const retentionOf = (file: string): Retention | undefined => {
    if (!retentions.has(file)) retentions.set(file, retention(comparison, moved, file));
    return retentions.get(file);
  };
  return {
    inFile: (file) => retentionOf(file)?.share ?? 1,
    around: (place) => {
      const own = retentionOf(place.file);
      if (own === undefined || own.share === 1) return 1;
      return Math.max(own.share, keptShare(neighbours(place, own), own.isKept));
    },
  };
}

/** The lines of a file that golden keeps or moves, and those of them that the patch keeps. */
interface Retention {
  readonly expected: ReadonlySet<string>;
  readonly isKept: (key: string) => boolean;
  /** How much of the expected lines is kept, in 0..1. */
  readonly share: number;
  /** All lines of the file in their order, as keys. */
  readonly keys: readonly string[];
}

/** Undefined if golden deletes the file's code, so that nothing need be kept. */
function retention(
  comparison: CodeComparison,
  moved: MovedCode,
  file: string,
): Retention | undefined {
  const { lines, golden } = comparison;
  const significant = significantLines(lines, file);
  const stayed = keysInFile(lines, file, golden);
  const expected = new Set(
    [...significant].filter((key) => stayed.has(key) || moved.isMovedInGolden(key)),
  );
  if (expected.size === 0 || expected.size < significant.size * DELETION_SHARE) return undefined;
  const own = currentLines(comparison, moved, file);
  const isKept = (key: string): boolean =>
    own.has(key) || (!stayed.has(key) && moved.isMovedInPatch(key));
  const keys = (lines.get(file) ?? []).map(lineKey);
  return { expected, isKept, share: keptShare(expected, isKept), keys };
}

function keptShare(expected: ReadonlySet<string>, isKept: Retention['isKept']): number {
  const kept = [...expected].filter((key) => isKept(key)).length;
  return Math.min(1, kept / (expected.size * REQUIRED_SHARE));
}

/** The nearest expected lines before and behind a place. Those within it count as both. */
function neighbours(
  { start, end }: Pick<Witness, 'start' | 'end'>,
  { expected, keys }: Retention,
): ReadonlySet<string> {
  const nearest = (from: number, step: 1 | -1): readonly string[] => {
    const found = new Set<string>();
    for (let at = from; at >= 0 && at < keys.length && found.size < NEIGHBOURS; at += step) {
      const key = keys[at];
      if (key !== undefined && expected.has(key)) found.add(key);
    }
    return [...found];
  };
  const around = new Set([...nearest(end.line - 1, -1), ...nearest(start.line - 1, 1)]);
  return around.size === 0 ? expected : around;
}
