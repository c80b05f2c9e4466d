import type { Witness } from '@refbench/contracts';
import type { ScanError } from './scan-result.ts';

/** By file (code units), place, then rule: the same matches are always written in the same order. */
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

/** By file, then rule. */
export function errorsInOrder(errors: Iterable<ScanError>): ScanError[] {
  return [...errors].sort(
    (left, right) =>
      compareTexts(left.file, right.file) || compareTexts(left.rule ?? '', right.rule ?? ''),
  );
}

/** By code units. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
