import { isSignificant, lineKey } from '@refbench/scoring';

/** The keys of the lines that are specific enough to show where code moved. */
export function significantKeys(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.map(lineKey).filter(isSignificant));
}
