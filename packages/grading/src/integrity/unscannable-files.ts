import { countOf } from '@refbench/base';
import type { IntegrityFinding } from '@refbench/contracts';
import { bytePath } from '@refbench/repos';
import type { HiddenFile } from '@refbench/rule-engine';
import { findingAbout } from './compose-integrity.ts';
import type { StaticCheck } from './integrity-check.ts';

/**
 * Finds files that rules matched on base and that can no longer be scanned. Suspect, not void: a
 * parser that does not know a new syntax has the same effect. Files that golden itself hides are
 * excluded beforehand.
 */
export const unscannableFiles: StaticCheck = ({ strict }) =>
  Promise.resolve(unscannableFindings(strict.hidden));

/** @param hidden files of base, and where their code is now */
export function unscannableFindings(hidden: readonly HiddenFile[]): readonly IntegrityFinding[] {
  const found = hidden.filter(({ kind }) => kind === 'unscannable');
  const [first] = found;
  if (first === undefined) return [];
  const files = [...new Set(found.map(({ now }) => now))];
  const detail = `${countOf(files.length, 'file')} that rules matched on base cannot be scanned: ${first.now}: ${first.reason}`;
  return [
    findingAbout({ kind: 'unscannable-files', severity: 'suspect', detail }, files.map(bytePath)),
  ];
}
