import {
  ADMISSION,
  type Adjustments,
  type Diagnosis,
  type RecipeDraft,
} from '@refbench/env-builder';
import type { Standing } from './fix-search.ts';

/**
 * Proposes to count the tests that programs print, if ctest knows too few and some pass. Nothing in the log asks for
 * it.
 */
export function printedTests(
  { passed, failed, stage }: Pick<Standing, 'passed' | 'failed' | 'stage'>,
  known: Adjustments,
  { suite }: Pick<RecipeDraft, 'suite'>,
): readonly Diagnosis[] {
  const isCtest = suite?.format === 'ctest' && !known.printedTests;
  const isFew = passed > 0 && passed + failed < ADMISSION.minTests;
  if (!isCtest || stage !== 'observed' || !isFew) return [];
  return [
    {
      adjustments: { ...known, printedTests: true },
      because: 'ctest knows few tests, and its programs may print more',
    },
  ];
}
