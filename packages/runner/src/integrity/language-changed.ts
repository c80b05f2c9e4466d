import type { IntegrityFinding } from '@refbench/contracts';
import { bytePath } from '@refbench/repos';
import type { HiddenFile } from '@refbench/rule-engine';
import { findingAbout } from './compose-integrity.ts';
import type { StaticCheck } from './integrity-check.ts';

/**
 * Files that rules matched on base and whose code went to a language that the rules do not read.
 * Suspect: nobody asked for the conversion, as golden does not make it.
 */
export const languageChanged: StaticCheck = ({ strict }) =>
  Promise.resolve(languageFindings(strict.hidden));

/** @param hidden files of base with where their code stands now */
export function languageFindings(hidden: readonly HiddenFile[]): readonly IntegrityFinding[] {
  const found = hidden.filter(({ kind }) => kind === 'language-changed');
  const [first] = found;
  if (first === undefined) return [];
  const files = [...new Set(found.map(({ now }) => now))];
  const detail = `${files.length} file(s) stand where the rules do not read them: ${first.file} is ${first.now} now`;
  return [
    findingAbout({ kind: 'language-changed', severity: 'suspect', detail }, files.map(bytePath)),
  ];
}
