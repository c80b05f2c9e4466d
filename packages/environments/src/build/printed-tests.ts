import { ADMISSION, type Adjustments, type RecipeDraft } from '@refbench/env-builder';
import type { Proposal, Standing } from './fix-search.ts';

/**
 * Proposes to count the tests that programs print, if ctest knows too few. For ctest, a program with many tests fails if
 * one of them does. Nothing in the log asks for it.
 */
export function printedTests(
  { passed, failed, stage }: Pick<Standing, 'passed' | 'failed' | 'stage'>,
  known: Adjustments,
  { suite }: Pick<RecipeDraft, 'suite'>,
): readonly Proposal[] {
  const isCtest = suite?.format === 'ctest' && !known.printedTests;
  const isFew = passed + failed > 0 && passed + failed < ADMISSION.minTests;
  if (!isCtest || stage !== 'observed' || !isFew) return [];
  return [
    {
      adjustments: { ...known, printedTests: true },
      because: 'ctest knows few tests, and its programs may print more',
      // Programs that were not built print nothing.
      isGuess: passed === 0,
    },
  ];
}
