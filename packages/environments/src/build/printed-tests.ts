import { ADMISSION, type Adjustments, type RecipeDraft } from '@refbench/env-builder';
import type { Proposal, Standing } from './fix-search.ts';

/** Runners for which a program with many tests is one test, and how they are called. */
const OF_PROGRAMS: Readonly<Record<string, string>> = { automake: 'Automake', ctest: 'ctest' };

/**
 * Proposes to count the tests that programs print, if their runner knows too few. For the runner, a program with many
 * tests fails if one of them does. Nothing in the log asks for it.
 */
export function printedTests(
  { passed, failed, stage }: Pick<Standing, 'passed' | 'failed' | 'stage'>,
  known: Adjustments,
  { suite }: Pick<RecipeDraft, 'suite'>,
): readonly Proposal[] {
  const runner = OF_PROGRAMS[suite?.format ?? ''];
  const isFew = passed + failed > 0 && passed + failed < ADMISSION.minTests;
  if (runner === undefined || known.printedTests || stage !== 'observed' || !isFew) return [];
  return [
    {
      adjustments: { ...known, printedTests: true },
      because: `${runner} knows few tests, and its programs may print more`,
      // Programs that were not built print nothing.
      isGuess: passed === 0,
    },
  ];
}
