import { countOf } from '@refbench/base';
import type { IntegrityFinding } from '@refbench/contracts';
import { bytePath } from '@refbench/repos';
import type { HiddenFile } from '@refbench/rule-engine';
import { findingAbout } from './compose-integrity.ts';
import type { StaticCheck } from './integrity-check.ts';

/**
 * Finds files that rules matched on base and whose code was converted to a language that the rules
 * do not read. Suspect: golden does not convert it, so the task does not require it.
 */
export const languageChanged: StaticCheck = ({ strict }) =>
  Promise.resolve(languageFindings(strict.hidden));

/** @param hidden files of base, and where their code is now */
export function languageFindings(hidden: readonly HiddenFile[]): readonly IntegrityFinding[] {
  const found = hidden.filter(({ kind }) => kind === 'language-changed');
  const [first] = found;
  if (first === undefined) return [];
  const files = [...new Set(found.map(({ now }) => now))];
  const detail = `${countOf(files.length, 'file')} moved out of reach of the rules: ${first.file} is now ${first.now}`;
  return [
    findingAbout({ kind: 'language-changed', severity: 'suspect', detail }, files.map(bytePath)),
  ];
}
