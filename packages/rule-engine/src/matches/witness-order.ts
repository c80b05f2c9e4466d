import type { Witness } from '@refbench/contracts';
import type { ScanError } from './scan-result.ts';

/** Sorts by file (code units), position and rule, so that the order is deterministic. */
export function inOrder(witnesses: Iterable<Witness>): Witness[] {
  return [...witnesses].sort(
    (left, right) =>
      compareTexts(left.file, right.file) ||
      left.start.line - right.start.line ||
      left.start.column - right.start.column ||
      left.end.line - right.end.line ||
      left.end.column - right.end.column ||
      compareTexts(left.rule, right.rule),
  );
}

/** Sorts by file, then rule. */
export function errorsInOrder(errors: Iterable<ScanError>): ScanError[] {
  return [...errors].sort(
    (left, right) =>
      compareTexts(left.file, right.file) || compareTexts(left.rule ?? '', right.rule ?? ''),
  );
}

/** Compares by code units. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
