import type { RulesetSide } from '@refbench/contracts';
import { LEAST_PLACES } from '../candidates/propose.ts';
import type { ChangeSide } from '../change/change.ts';
import type { MinedSide } from '../mine-rules.ts';

/** The number of rules that a good ruleset has at least. */
const WANTED_RULES: Readonly<Record<RulesetSide, number>> = { additive: 5, reductive: 20 };

/** What kept the miner from finding more rules of a side, in sentences; empty if there are enough. */
export function obstaclesOf(
  side: RulesetSide,
  rules: number,
  change: ChangeSide,
  mined: MinedSide,
): readonly string[] {
  const wanted = WANTED_RULES[side];
  if (rules >= wanted) return [];
  const state = side === 'additive' ? 'golden adds' : 'golden removes';
  const parsed = change.lines.filter(({ path }) => change.files.has(path)).length;
  const elsewhere = change.lines.length - parsed;
  return [
    `${rules} ${side} rules, and ${wanted} are wanted`,
    `${state} ${parsed} lines of code, which have ${mined.fragments} pieces of syntax`,
    ...(elsewhere > 0
      ? [`${state} ${elsewhere} lines in languages without a parser, which are not mined`]
      : []),
    `${mined.candidates} patterns have matches in ${LEAST_PLACES} places or 2 files; ${mined.leaking} of them also match the other tree`,
  ];
}
