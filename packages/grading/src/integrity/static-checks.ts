import type { IntegrityFinding } from '@refbench/contracts';
import { deadAdditions } from './dead-additions.ts';
import { goldenSimilarity } from './golden-similarity.ts';
import { harnessFileTouched } from './harness-file-touched.ts';
import { languageChanged } from './language-changed.ts';
import { checkOriginalTests } from './original-tests-check.ts';
import { linkInsteadOfMove } from './link-instead-of-move.ts';
import { patternRespelled } from './pattern-respelled.ts';
import { massDeletion } from './mass-deletion.ts';
import { promptInjection } from './prompt-injection.ts';
import { unscannableFiles } from './unscannable-files.ts';
import type { IntegritySubject, StaticCheck } from './integrity-check.ts';
import { checkNamedTests } from './named-tests-check.ts';
import { checkTestVolume } from './test-volume-check.ts';

/**
 * All checks of `--controls fast` and `--controls full`, in the order of their findings. To add a
 * check, write it in a separate file in this folder and append it here.
 */
const STATIC_CHECKS: readonly StaticCheck[] = [
  checkNamedTests,
  checkOriginalTests,
  checkTestVolume,
  unscannableFiles,
  languageChanged,
  deadAdditions,
  patternRespelled,
  linkInsteadOfMove,
  massDeletion,
  harnessFileTouched,
  promptInjection,
  goldenSimilarity,
];

/** Runs all static checks on one graded patch. */
export async function runStaticChecks(
  subject: IntegritySubject,
): Promise<readonly IntegrityFinding[]> {
  const found: IntegrityFinding[] = [];
  for (const check of STATIC_CHECKS) found.push(...(await check(subject)));
  return found;
}
