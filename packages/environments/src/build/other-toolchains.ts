import { ADMISSION, type Adjustments } from '@refbench/env-builder';
import type { Proposal, Standing } from './fix-search.ts';

/**
 * Proposes an older toolchain, a newer one, and packages of today, if hardly any test passes and nothing in the log
 * says why. They are guesses, the last to be tried, and kept only if a recipe gets further with them.
 */
export function otherToolchains(
  { passed, failed, stage }: Pick<Standing, 'passed' | 'failed' | 'stage'>,
  known: Adjustments,
): readonly Proposal[] {
  // A suite that passes with few tests has no more.
  const isLost = stage === 'observed' && failed > 0 && passed < ADMISSION.minTests;
  const isOpen = stage === 'unbuilt' || isLost;
  if (!isOpen) return [];
  const guess = (change: Partial<Adjustments>, because: string): Proposal => ({
    adjustments: { ...known, ...change },
    because: `nothing known is wrong, so ${because}`,
    isGuess: true,
  });
  return [
    ...(known.toolchain === 0
      ? [
          guess({ toolchain: -1 }, 'an older toolchain is tried'),
          guess({ toolchain: 1 }, 'a newer toolchain is tried'),
        ]
      : []),
    ...(known.undated ? [] : [guess({ undated: true }, 'packages of today are tried')]),
  ];
}
